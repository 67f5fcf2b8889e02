// What node alone costs: the floor of every whole-process figure.
