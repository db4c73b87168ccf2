"""The workbench: games of the reader, their values, and what the values suggest."""
