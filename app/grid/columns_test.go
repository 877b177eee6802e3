package grid

import (
	"testing"

	"rangefinder/app/wire"
	"rangefinder/filterlang/edm"
)

// Ensure that a column's head names its type in one word that a narrow head cannot make false.
func TestColumn_Head(t *testing.T) {
	for want, c := range map[string]wire.Column{
		"Int32":           {Type: edm.Int32},
		"String":          {Type: edm.String},
		"Double+":         {Type: edm.Double, Also: []string{"Int32"}},
		"DateTime (UTC)":  {Type: edm.DateTime},
		"DateTime+ (UTC)": {Type: edm.DateTime, Also: []string{"String", "Int32"}},
	} {
		if got := headText(c, ""); got != want {
			t.Errorf("%+v: %q, want %q", c, got, want)
		}
	}
}
