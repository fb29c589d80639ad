"""What a process holds in memory from its start to its end."""

import gc


def keep_what_is_loaded() -> None:
    """Leave everything that is loaded now out of all later rounds of the garbage collector.

    Modules, models and addresses never become garbage, and looking through them takes longer than
    ranking a hall of four hundred.
    """
    gc.collect()
    gc.freeze()
