"""The chapter `playing_with_stones`."""
