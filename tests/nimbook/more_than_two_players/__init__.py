"""The chapter `more_than_two_players`."""
