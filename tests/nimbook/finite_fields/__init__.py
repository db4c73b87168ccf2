"""The chapter `finite_fields`."""
