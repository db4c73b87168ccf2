"""The tests mirror the package, module by module."""
