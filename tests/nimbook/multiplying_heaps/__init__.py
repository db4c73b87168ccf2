"""The chapter `multiplying_heaps`."""
