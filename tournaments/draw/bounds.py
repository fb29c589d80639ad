"""What no draw of tables of four can beat, by counting."""


def even_price(total: int, pairs: int) -> int:
    """The least possible sum of k(k − 1)/2 when ``total`` meetings fall on ``pairs`` pairs."""
    each, more = divmod(total, pairs)
    return (pairs - more) * (each * (each - 1) // 2) + more * (each * (each + 1) // 2)


def least_price(n: int, rounds: int) -> int:
    """A price (see ``fours``) that no rounds without history are below."""
    pairs, tables = n * (n - 1) // 2, n // 4
    return max(
        even_price(4 * tables * rounds, pairs) + even_price(6 * tables * rounds, pairs),
        least_meeting_again(n, rounds),
    )


def least_meeting_again(n: int, rounds: int) -> int:
    """Meetings beyond each pair's first that cannot be avoided in rounds without history.

    Whoever sits in r rounds has 3r table mates and only n − 1 others; and with fewer than four
    tables (nobody waiting) each later table has two people of one table of the first round.
    """
    tables = n // 4
    by_people = max(0, 6 * tables * rounds - n * (n - 1) // 2)
    if n % 4 or tables > 3:
        return by_people
    each, more = divmod(4, tables)
    again = (tables - more) * (each * (each - 1) // 2) + more * (each * (each + 1) // 2)
    return max(by_people, (rounds - 1) * tables * again)
