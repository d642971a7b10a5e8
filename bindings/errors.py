class KiebitzError(ValueError):
    pass
class PositionError(KiebitzError):
    pass
class NotationError(KiebitzError):
    pass
class IllegalMoveError(KiebitzError):
    pass
