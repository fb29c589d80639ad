"""What is raised for arguments that cannot be ranked."""


class RankingError(ValueError):
    """Arguments that cannot be ranked: ``code`` for programs, ``sentence`` for people."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
