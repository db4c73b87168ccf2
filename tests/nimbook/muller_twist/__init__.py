"""The chapter `muller_twist`."""
