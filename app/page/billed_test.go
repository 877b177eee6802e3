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
