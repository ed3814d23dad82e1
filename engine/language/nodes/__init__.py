"""The nodes that every ruleset may use: control, logic, arithmetic, choosers and static modifiers."""
