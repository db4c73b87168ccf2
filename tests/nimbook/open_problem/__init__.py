"""The chapter `open_problem`."""
