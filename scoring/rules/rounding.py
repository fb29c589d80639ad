"""Rounding in whole numbers: how many steps a number makes."""


def half_up(value: int, step: int) -> int:
    """Steps in a number, halves rounded up: 75 makes 8 tens, 74 makes 7."""
    return (2 * value + step) // (2 * step)


def half_away(value: int, step: int) -> int:
    """Steps in a number, halves rounded away from zero: −25 makes −3 tens."""
    return (2 * value + step) // (2 * step) if value >= 0 else -((step - 2 * value) // (2 * step))


def up(value: int, step: int) -> int:
    """Steps in a number, rounded up to the next: 8 makes 2 fives."""
    return -(-value // step)
