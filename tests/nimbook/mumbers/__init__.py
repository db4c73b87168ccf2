"""The chapter `mumbers`."""
