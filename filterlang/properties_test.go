package filterlang

import (
	"strings"
	"testing"
)

func TestProperties(t *testing.T) {
	for _, test := range []struct{ filter, want string }{
		{"A eq 1", "A"},
		{"A eq 1 and (B or not (A gt 2 and PartitionKey eq 'x'))", "A B A PartitionKey"},
		{"true", ""},
	} {
		e, err := Parse(test.filter)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(Properties(e), " "); got != test.want {
			t.Errorf("%s: %q, want %q", test.filter, got, test.want)
		}
	}
	if names := Properties(nil); names != nil {
		t.Errorf("no filter asks for %v", names)
	}
}
