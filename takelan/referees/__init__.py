"""A player's own referee for each game, with nothing to go by but what one seat hears and sees.

Rule 1: they share the games' words and cards with the rules, and none of their code: two opinions are two.
Rule 2: what a seat cannot know is not judged here; the opened deck tells it when the game is over.
Rule 3: whoever was away believes the view they come back to, and judges on from there.
"""
