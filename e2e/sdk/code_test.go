package sdk

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/data/aztables"

	"rangefinder/app/querycode"
	"rangefinder/e2e/harness"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
	"rangefinder/server/tableauth"
)

// Ensure that the programs a query is written as run as they are, against this endpoint with a signature that only reads, and give
// the query's entities over all pages, whatever its literals hold. An endpoint that behaves as Azure Cosmos DB is asked with its key. A language whose tools are not here is left out, and said.
func TestCode_ProgramsRun(t *testing.T) {
	owner := goTable(t, "Coded")
	ctx := t.Context()
	hostile := "O'Hara \"x\" \\u0041 `$(id)` ${HOME} %41+& </script> 😀\u202e"
	for i, label := range []string{hostile, hostile, hostile, "other"} {
		must(owner.AddEntity(ctx, object(t, "O'Hara $x", fmt.Sprint("row", i), "Rating", i+1, "Label", label), nil))(t)
	}
	environment := append(os.Environ(), "TABLES_ENDPOINT="+ours.url)
	profile := filterlang.Storage
	if ours.cosmos {
		profile = filterlang.Cosmos
		environment = append(environment, "TABLES_ACCOUNT="+tableauth.WellKnownName, "TABLES_KEY="+tableauth.WellKnownKey,
			"TABLES_CONNECTION_STRING=DefaultEndpointsProtocol=http;AccountName="+tableauth.WellKnownName+";AccountKey="+tableauth.WellKnownKey+";TableEndpoint="+ours.url+";")
	} else {
		environment = append(environment, "TABLES_SAS="+must(aztables.SASSignatureValues{TableName: "Coded", Permissions: "r", ExpiryTime: time.Now().Add(time.Hour)}.Sign(credential(t)))(t))
	}
	q := querycode.Query{Profile: profile, Table: "Coded", Filter: "PartitionKey eq 'O''Hara $x' and Label eq " + edm.NewString(hostile).Literal() + " and Rating ge 1", Select: []string{"RowKey", "PartitionKey", "Rating"}, Top: 2}
	want := []string{"row0", "row1", "row2"}

	run := func(t *testing.T, q querycode.Query, want []string, folder, tool string, arguments ...string) {
		t.Helper()
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("%s is not here", tool)
		}
		ctx, stop := context.WithTimeout(t.Context(), 4*patience)
		defer stop()
		command := exec.CommandContext(ctx, tool, arguments...)
		command.Dir, command.Env = folder, environment
		output, err := command.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", tool, err, output)
		}
		var got []string
		for i := range 4 {
			if name := fmt.Sprint("row", i); strings.Contains(string(output), name) {
				got = append(got, name)
			}
		}
		if want != nil && !slices.Equal(got, want) || len(got) == 0 || q.Limit > 0 && tool != "sh" && len(got) != q.Limit {
			t.Errorf("%s printed\n%s\nwant %v", tool, output, want)
		}
	}
	file := func(t *testing.T, folder, name, format string, q querycode.Query) string {
		t.Helper()
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(querycode.FormatOf(format, profile).Write(q)), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for name, q := range map[string]querycode.Query{"hostile": q, "all": {Profile: profile, Table: "Coded"}, "merged": {Profile: profile, Table: "Coded", Filters: []string{"PartitionKey eq 'O''Hara $x' and RowKey eq 'row0'", "PartitionKey eq 'O''Hara $x' and RowKey gt 'row0'"}},
		"limited":        {Profile: profile, Table: "Coded", Filter: "Rating ge 1", Top: 2, Limit: 2},
		"limited merged": {Profile: profile, Table: "Coded", Filters: []string{"PartitionKey eq 'O''Hara $x' and RowKey eq 'row0'", "PartitionKey eq 'O''Hara $x' and RowKey gt 'row0'"}, Top: 2, Limit: 2}} {
		want := want
		switch {
		case q.Limit > 0 && ours.cosmos:
			want = nil // any two
		case q.Limit > 0:
			want = []string{"row0", "row1"}
		case q.Filter == "":
			want = []string{"row0", "row1", "row2", "row3"}
		}
		t.Run("curl "+name, func(t *testing.T) {
			first := want
			if q.Top > 0 && want != nil {
				first = want[:q.Top] // it prints the first page
			}
			if q.Filters != nil && q.Limit > 0 {
				first = []string{"row0", "row1", "row2"} // of each of them
			}
			if q.Top > 0 && ours.cosmos {
				first = nil // of which nobody knows which entities it has
			}
			run(t, q, first, t.TempDir(), "sh", file(t, t.TempDir(), "query.sh", "curl", q))
		})
		t.Run("go "+name, func(t *testing.T) {
			run(t, q, want, harness.Root(), "go", "run", file(t, t.TempDir(), "main.go", "go", q))
		})
		t.Run("javascript "+name, func(t *testing.T) {
			folder := t.TempDir()
			if err := os.Symlink(must(filepath.EvalSymlinks(filepath.Join(harness.Root(), "e2e", "node_modules")))(t), filepath.Join(folder, "node_modules")); err != nil {
				t.Fatal(err)
			}
			run(t, q, want, folder, "node", file(t, folder, "query.mjs", "javascript", q))
		})
		t.Run("java "+name, func(t *testing.T) {
			run(t, q, want, t.TempDir(), "java", file(t, t.TempDir(), "Query.java", "java", q))
		})
		t.Run("python "+name, func(t *testing.T) { // its client is not here: it is compiled
			if _, err := exec.LookPath("python3"); err != nil {
				t.Skip("python3 is not here")
			}
			if output, err := exec.CommandContext(t.Context(), "python3", "-m", "py_compile", file(t, t.TempDir(), "query.py", "python", q)).CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, output)
			}
		})
	}
}
