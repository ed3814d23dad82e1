"""What a ruleset declares: shapes of fields, nodes, records, events, and the syntax of its documents."""
