package ui

import (
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/state"
	"rangefinder/app/worker"
)

// queryPanels are literal models of the tools beside the query.
func queryPanels(t *testing.T, store *state.Store, hostile string) map[string]app.UI {
	quoted := strings.ReplaceAll(hostile, "'", "''")
	tree := func(filter, source string, counted bool, off ...int) app.UI {
		p := planned(t, filter)
		tree := state.NewTree(p, source)
		if counted {
			tree.Reply = &worker.NodesReply{Entities: 10681, Class: tree.Left.Class, Examined: 1612, Partitions: 1, Returned: 87, Matches: []int{87, 1612, 87, 0, 612}[:len(tree.Nodes)]}
		}
		tree.Off = off
		return &PlanStrip{Store: store, Table: "Movies", Map: &state.Map{Hover: -1}, Plan: p, Tree: tree, Live: source != ""}
	}
	return map[string]app.UI{
		"tree":          tree("PartitionKey eq 'Action' and (Title eq '"+quoted+"' or Rating gt 4.0)", "", true),
		"tree-off":      tree("PartitionKey eq 'Action' and (Title eq '"+quoted+"' or Rating gt 4.0)", "", true, 1, 3),
		"tree-counting": tree("not (Seen and Rating gt 4.0)", "", false),
		"tree-account":  tree("PartitionKey eq 'Action' and Rating gt 4.0", "prod", false, 2),
	}
}
