"""The rules layer, by its rulings and by its properties."""
