"""The slow, obviously right rule books that the engine is compared with."""
