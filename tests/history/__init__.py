"""The history checker (T15): clients write down what they asked for and what was answered; the state must be explained by that history."""
