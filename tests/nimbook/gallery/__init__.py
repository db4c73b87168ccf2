"""The chapter `gallery`."""
