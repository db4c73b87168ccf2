"""The chapter `impartial_games`."""
