"""The chapter `nimber_arithmetic`."""
