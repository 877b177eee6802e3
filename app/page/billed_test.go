package page

import (
	"testing"

	"rangefinder/app/port"
)

// Ensure that a price is told only for accounts that the price list of Azure Table storage is for.
func TestAccounts_Billed(t *testing.T) {
	a := &Accounts{Charging: map[string]bool{"told": true}, List: []port.Account{
		{Name: "azure", Live: true},
		{Name: "told", Live: true}, // its answers say what they are charged
		{Name: "cosmos", Live: true, Profile: "cosmos"},
		{Name: "azurite", Live: true, Emulator: true},
		{Name: "own"},
	}}
	for name, want := range map[string]bool{"azure": true, "told": false, "cosmos": false, "azurite": false, "own": false, "": false, "unknown": false} {
		if got := a.Billed(name); got != want {
			t.Errorf("%q: %v", name, got)
		}
	}
}

// Ensure that what requests cost is told at the price that was typed, in either way to write a number, and not without one.
func TestPriceText(t *testing.T) {
	for _, c := range []struct {
		requests    int
		price, want string
	}{
		{20_000, "4", "8.00, at 4 for 10,000 requests"},
		{5_000, "0,5", "0.25, at 0,5 for 10,000 requests"},
		{20_000, "", ""},
		{20_000, "0", ""},
		{20_000, "-1", ""},
		{20_000, "four", ""},
	} {
		if got := PriceText(c.requests, c.price); got != c.want {
			t.Errorf("%d at %q: %q, want %q", c.requests, c.price, got, c.want)
		}
	}
}
