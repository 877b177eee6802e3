package engine_test

import (
	"testing"

	"rangefinder/engine"
)

// Ensure that the character for which a name is refused stands in the same quotes as the name.
func TestCheck_Quotes(t *testing.T) {
	for key, want := range map[string]string{
		"a/b":     `The RowKey "a/b" holds "/"; keys hold no "/", "\", "#", "?" and no control characters.`,
		`a\b`:     `The RowKey "a\\b" holds "\"; keys hold no "/", "\", "#", "?" and no control characters.`,
		"a\tb":    `The RowKey "a\tb" holds "\t"; keys hold no "/", "\", "#", "?" and no control characters.`,
		"a\u0085": `The RowKey "a\u0085" holds "\u0085"; keys hold no "/", "\", "#", "?" and no control characters.`,
	} {
		if err := engine.CheckKey("RowKey", key); err == nil || err.Error() != "OutOfRangeInput: "+want {
			t.Errorf("of %q it says %v", key, err)
		}
	}
	if err := engine.CheckPropertyName("a-b"); err == nil || err.Error() != `PropertyNameInvalid: A property name cannot contain "-": "a-b". Use letters, digits and _, and no digit first.` {
		t.Errorf("of a-b it says %v", err)
	}
}
