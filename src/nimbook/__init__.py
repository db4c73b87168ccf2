"""What the book *Nim with a Twist* adds to its engine: claims, exhibits, experiments.

There is a folder for each chapter, named as its notebook.
"""
