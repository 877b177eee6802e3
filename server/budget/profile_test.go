package budget_test

import (
	"testing"

	"rangefinder/filterlang"
	"rangefinder/server/budget"
)

// Ensure that rules of classes by index deny plans of Azure Cosmos DB only, and those of ranges plans of storage only.
func TestBudget_Profiles(t *testing.T) {
	const all, none, one, point = "Status eq 'open'", "Status ne 'open'", "PartitionKey eq 'a'", "PartitionKey eq 'a' and RowKey eq 'b'"
	for _, test := range []struct {
		rule            string
		filter          string
		storage, cosmos bool
	}{
		{"full-scan", none, true, false},
		{"no-index-help", none, false, true},
		{"no-index-help", all, false, false},
		{"all-partitions", all, false, true},
		{"all-partitions", one, false, false},
		{"one-partition,row-range", one, true, true},
		{"one-partition,row-range", point, false, false},
		{"all-partitions,full-scan,Tab=none", all, false, false},
		{"Tab=all-partitions", all, false, true},
	} {
		b, err := budget.Parse(test.rule)
		if err != nil {
			t.Fatal(err)
		}
		e, err := filterlang.Parse(test.filter)
		if err != nil {
			t.Fatal(err)
		}
		if got := b.Denies("Tab", filterlang.NewPlan(e)); got != test.storage {
			t.Errorf("%s, %s: storage denies %v", test.rule, test.filter, got)
		}
		if got := b.Denies("Tab", filterlang.Cosmos.Plan(e)); got != test.cosmos {
			t.Errorf("%s, %s: cosmos denies %v", test.rule, test.filter, got)
		}
	}
}
