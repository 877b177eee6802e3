package server

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"rangefinder/server/tableauth"
)

func policyBody(id string) string {
	return "<SignedIdentifiers><SignedIdentifier><Id>" + id + "</Id><AccessPolicy><Permission>raud</Permission></AccessPolicy></SignedIdentifier></SignedIdentifiers>"
}

const createMovies = `{"TableName":"Movies"}`

// Ensure that a table that is created again never has the policies of the one before, wherever a crash cut the deletion.
func TestTables_DeleteTable_Cut(t *testing.T) {
	known := tableauth.WellKnownAccount()
	dir := t.TempDir()
	tables := openTables(t, TablesConfig{Data: dir})
	log := filepath.Join(dir, known.Name, "a.log")
	do := func(h *Tables, method, path, body string, status int) string {
		t.Helper()
		w := send(h, known, method, wellKnownBase+path, body)
		if w.Code != status {
			t.Fatalf("%s %s: %d %s", method, path, w.Code, w.Body)
		}
		return w.Body.String()
	}
	do(tables, "POST", "/Tables", createMovies, 201)
	do(tables, "PUT", "/Movies?comp=acl", policyBody("old"), 204)
	before, err := os.Stat(log)
	if err != nil {
		t.Fatal(err)
	}
	do(tables, "DELETE", "/Tables('Movies')", "", 204)
	written, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	there := 0
	for end := int(before.Size()); end <= len(written); end++ {
		cut := t.TempDir()
		if err := os.Mkdir(filepath.Join(cut, known.Name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(cut, known.Name, "a.log"), written[:end], 0o600); err != nil {
			t.Fatal(err)
		}
		h := openTables(t, TablesConfig{Data: cut, Accounts: []tableauth.Account{known}})
		if w := send(h, known, "POST", wellKnownBase+"/Tables", createMovies); w.Code == 409 {
			there++
			if acl := do(h, "GET", "/Movies?comp=acl", "", 200); !strings.Contains(acl, "<Id>old</Id>") {
				t.Errorf("cut at %d: the table is there without its policies: %s", end, acl)
			}
		} else if acl := do(h, "GET", "/Movies?comp=acl", "", 200); strings.Contains(acl, "<Id>") {
			t.Errorf("cut at %d: the table that was created again has the old policies: %s", end, acl)
		}
		h.Close()
	}
	if there != len(written)-int(before.Size()) {
		t.Errorf("the table is there after %d of %d cuts", there, len(written)-int(before.Size()))
	}
}

// Ensure that policies that are set while their table is deleted do not come back with the next table of that name.
func TestTables_SetPolicies_WhileDeleted(t *testing.T) {
	known := tableauth.WellKnownAccount()
	for name, dir := range map[string]string{"memory": "", "disk": t.TempDir()} {
		h := openTables(t, TablesConfig{Data: dir, Accounts: []tableauth.Account{known}})
		old := 0
		const rounds = 150
		for i := range rounds {
			if w := send(h, known, "POST", wellKnownBase+"/Tables", createMovies); w.Code != 201 {
				t.Fatalf("%d %s", w.Code, w.Body)
			}
			var group sync.WaitGroup
			for j := range 3 {
				group.Go(func() {
					w := send(h, known, "PUT", wellKnownBase+"/Movies?comp=acl", policyBody(fmt.Sprint("old", i, j)))
					if w.Code != 204 && w.Code != 404 {
						t.Errorf("set: %d %s", w.Code, w.Body)
					}
				})
			}
			group.Go(func() { send(h, known, "DELETE", wellKnownBase+"/Tables('Movies')", "") })
			group.Wait()
			if w := send(h, known, "POST", wellKnownBase+"/Tables", createMovies); w.Code != 201 {
				t.Fatalf("%d %s", w.Code, w.Body)
			}
			if acl := send(h, known, "GET", wellKnownBase+"/Movies?comp=acl", "").Body.String(); strings.Contains(acl, "<Id>") {
				old++
			}
			send(h, known, "DELETE", wellKnownBase+"/Tables('Movies')", "")
		}
		if old > 0 {
			t.Errorf("%s: %d of %d tables that were created again have old policies", name, old, rounds)
		}
	}
}

// Ensure that changes of different parts of the service properties at one time are all kept.
func TestTables_SetProperties_AtOnce(t *testing.T) {
	known := tableauth.WellKnownAccount()
	h := openTables(t, TablesConfig{Accounts: []tableauth.Account{known}})
	url := wellKnownBase + "/?restype=service&comp=properties"
	for i := 1; i <= 100; i++ {
		metrics := fmt.Sprintf("<Version>1.0</Version><Enabled>false</Enabled><RetentionPolicy><Enabled>true</Enabled><Days>%d</Days></RetentionPolicy>", i)
		var group sync.WaitGroup
		for _, part := range []string{"HourMetrics", "MinuteMetrics"} {
			group.Go(func() {
				body := "<StorageServiceProperties><" + part + ">" + metrics + "</" + part + "></StorageServiceProperties>"
				if w := send(h, known, "PUT", url, body); w.Code != 202 {
					t.Errorf("set: %d %s", w.Code, w.Body)
				}
			})
		}
		group.Wait()
		got := send(h, known, "GET", url, "").Body.String()
		if n := strings.Count(got, fmt.Sprintf("<Days>%d</Days>", i)); n != 2 {
			t.Fatalf("%d of the two changes are kept: %s", n, got)
		}
	}
}
