"""Why something cannot start, in words for the person who typed the command."""


class CannotStart(Exception):
    """Something outside the portal prevents the start.

    Shapes: what is one sentence; help is the command, or the step, that gets on from here.
    """

    def __init__(self, what: str, help: str) -> None:
        self.what = what
        self.help = help
        super().__init__(f"{what} {help}")
