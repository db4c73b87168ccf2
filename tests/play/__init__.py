"""Single games as they are played in the lab."""
