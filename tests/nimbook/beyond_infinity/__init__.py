"""The chapter `beyond_infinity`."""
