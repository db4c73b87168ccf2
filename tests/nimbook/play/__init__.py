"""The labs in which one plays."""
