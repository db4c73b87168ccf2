"""What the book adds to the engine, and the chapters one by one."""
