"""Last turns of Qwinto whose best move can be checked by hand."""

# `write Y10` ends the game at 69:66, whatever the others do.
FULL_ROWS = (
    "kiebitz1 game=qwinto players=P0,P1 to_move=P0 square=O1,Y6,/,O4,Y5 hand=G-2,G0,P6 "
    "covered=G1,G2,G3,G4,G5,G6,O0,O2,O3,O5,P-2,P0,P1,P3,P4,Y-2,Y0,Y1,Y2,Y3,Y4 pile=2 "
    "announced.sum=12 announced.colours=OY announced.active=P1 sheets.P0.orange=6,8,9,|,.,10,11,16,.,. "
    "sheets.P0.yellow=1,4,5,6,7,|,8,9,10,. sheets.P0.purple=2,3,5,7,|,8,9,11,13,17 sheets.P0.penalties=3 "
    "sheets.P1.orange=1,3,4,|,5,8,9,10,12,13 sheets.P1.yellow=2,3,5,.,.,|,9,.,17,. "
    "sheets.P1.purple=.,3,5,7,|,8,9,10,13,16 sheets.P1.penalties=1"
)
# `decline` marks the fourth penalty and loses. `write Y10` may still win.
FOURTH_PENALTY = """
game = "qwinto"
players = ["Anna", "Ben"]
to_move = "Anna"
square = "P4 Y3 / G6 O2"
hand = "G5 O-2"
[announced]
sum = 13
colours = "YP"
active = "Anna"
[sheets.Anna]
orange = ". 5 . | 8 10 . 13 . ."
yellow = ". 4 . 6 . | 9 . 12 ."
purple = ". 3 5 . | 8 . 11 12 ."
penalties = 3
[sheets.Ben]
orange = ". 5 . | 8 . . . . ."
yellow = ". . . 6 . | 9 . . ."
purple = ". . 4 . | . 9 . . ."
"""
