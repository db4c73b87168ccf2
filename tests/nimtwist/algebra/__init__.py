"""The rulesets and their theory."""
