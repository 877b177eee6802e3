package sdk

import (
	"os"
	"slices"
	"testing"
)

// onCosmos runs a test against an endpoint that behaves as Azure Cosmos DB for Table.
func onCosmos(t *testing.T, tests map[string]func(*testing.T)) {
	t.Helper()
	folder := must(os.MkdirTemp(ours.folder, "cosmos-"))(t)
	cosmos := must(start(folder, "--profile", "cosmos"))(t)
	cosmos.cosmos = true
	storage, keys := ours, hostileKeys
	ours = cosmos
	hostileKeys = slices.DeleteFunc(slices.Clone(keys), func(key string) bool { return len(key) > 255 }) // of a RowKey
	defer func() {
		ours, hostileKeys = storage, keys
		if err := cosmos.stop(); err != nil {
			t.Error(err)
		}
	}()
	for name, test := range tests {
		t.Run(name, test)
	}
}

// Ensure that aztables and @azure/data-tables do all they can do against an endpoint that behaves as Azure Cosmos DB for Table, which has no service
// properties, no stored access policies and no shared access signatures, and lists entities in an order of its own. The older
// azure-storage is left out: it merges by the method MERGE, which that service does not take.
func TestCosmos(t *testing.T) {
	onCosmos(t, map[string]func(*testing.T){
		"aztables tables":       TestGo_Tables,
		"aztables writes":       TestGo_Writes,
		"aztables types":        TestGo_Types,
		"aztables keys":         TestGo_Keys,
		"aztables transactions": TestGo_Transactions,
		"aztables pages":        TestGo_Pages,
		"aztables filters":      TestGo_Filters,
		"data-tables":           TestNode_DataTables,
		"code":                  TestCode_ProgramsRun,
	})
}
