package charges

import (
	"fmt"
	"testing"

	"rangefinder/filterlang"
)

func parsed(t *testing.T, filter string) filterlang.Expr {
	t.Helper()
	e, err := filterlang.Parse(filter)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// Ensure that a charge is told of queries that differ in literals only, that a query which is read on counts once, and that charges of
// other tables, accounts and shapes are none.
func TestCharges(t *testing.T) {
	var none *Charges
	if _, ok := none.Of("prod", "Orders", nil); ok {
		t.Error("there is one before there is any")
	}
	c := none.With("prod", "Orders", parsed(t, "A eq 1"), 7, Charge{Units: 2.5, Entities: 10, More: true})
	c = c.With("prod", "Orders", parsed(t, "A eq 1"), 7, Charge{Units: 6.75, Entities: 27})
	got, ok := c.Of("prod", "orders", parsed(t, "A eq 99"))
	if want := "The last query of this shape was charged 6.75 request units for 27 entities."; !ok || got.Text() != want {
		t.Errorf("%q", got.Text())
	}
	c = c.With("prod", "Orders", parsed(t, "A eq 2"), 8, Charge{Units: 1, Entities: 1, More: true})
	got, _ = c.Of("prod", "Orders", parsed(t, "A eq 99"))
	if want := "The last query of this shape, of 2, was charged 1 request units for 1 entity, and was not read to its end."; got.Text() != want {
		t.Errorf("%q", got.Text())
	}
	for _, other := range [][3]string{{"test", "Orders", "A eq 1"}, {"prod", "People", "A eq 1"}, {"prod", "Orders", "A ne 1"}, {"prod", "Orders", "A eq 'x'"}} {
		if _, ok := c.Of(other[0], other[1], parsed(t, other[2])); ok {
			t.Errorf("%v has a charge", other)
		}
	}
	for i := range 2 * most {
		c = c.With("prod", fmt.Sprint("T", i), nil, i, Charge{Units: 1})
	}
	if len(c.last) > most {
		t.Errorf("%d are remembered", len(c.last))
	}
}
