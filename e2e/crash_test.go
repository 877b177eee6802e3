package e2e

import (
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"

	"rangefinder/app/wire"
)

// crashes is how often TestAttack_Crash_UnderWrites crashes the tab; in the long attack it is 20 times.
func crashes() int {
	if os.Getenv("RANGEFINDER_ATTACK") != "" {
		return 20
	}
	return 4
}

// acks are the writes that the page has told of; they are kept outside of it.
type acks struct {
	mu   sync.Mutex
	done map[string]bool
}

func (a *acks) add(name string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.done[name] = true
}

func (a *acks) len() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return len(a.done)
}

// Ensure that a tab that crashes in the middle of writes has lost none that it acknowledged, and that none is there in part:
// neither an entity, nor a table that was made with its entities.
func TestAttack_Crash_UnderWrites(t *testing.T) {
	t.Parallel()
	site := serveDesk(t, "")
	all := &acks{done: map[string]bool{}}
	var tables acks
	tables.done = map[string]bool{}
	const per = 40 // entities of each table that is made whole
	crashes := crashes()
	for round := range crashes + 1 {
		d := site.open(t, browser.Disk())
		if round == 0 {
			d.createTrips()
		}
		there := d.entities(t)
		for rk := range all.done {
			if !there[rk] {
				t.Errorf("round %d: %s was acknowledged and is gone", round, rk)
			}
		}
		listed := map[string]int{}
		for _, info := range must[wire.TablesReply](d, "tables", wire.Done{}).Tables {
			listed[info.Name] = info.Entities
			if info.Name != trips && info.Entities != per {
				t.Errorf("round %d: table %s has %d entities, want %d", round, info.Name, info.Entities, per)
			}
		}
		for name := range tables.done {
			if listed[name] != per {
				t.Errorf("round %d: table %s was acknowledged and has %d entities", round, name, listed[name])
			}
		}
		if s := d.storage(); !s.Durable || len(s.Damage) > 0 {
			t.Errorf("round %d: %+v", round, s)
		}
		if t.Failed() || round == crashes {
			t.Logf("%d entities and %d tables were acknowledged in %d rounds", all.len(), tables.len(), round)
			return
		}
		if err := d.Tell("acknowledged", all.add); err != nil {
			t.Fatal(err)
		}
		if err := d.Tell("made", tables.add); err != nil {
			t.Fatal(err)
		}
		d.do(fmt.Sprintf(`void (async () => {
			const failed = (failure) => { throw new Error(JSON.stringify(failure)); };
			const lane = async (name) => {
				for (let i = 0; ; i++) {
					const rk = name + "-" + i, { failure } = await insert("Trips", "a", rk, rk + " " + "x".repeat(i * 37 %% 3000));
					failure ? failed(failure) : acknowledged(rk);
				}
			};
			for (let i = 0; i < 8; i++) lane("%[1]d-" + i);
			for (let i = 0; ; i++) {
				const Table = "Made%[1]dx" + i;
				const Text = Array.from({ length: %[2]d }, (_, k) => JSON.stringify({ PartitionKey: "p", RowKey: String(k), V: "y".repeat(500) })).join("\n");
				const { failure } = await ask("adopt", { Table, Text });
				failure ? failed(failure) : made(Table);
			}
		})()`, round, per), nil)
		for before := all.len(); all.len() < before+100+round*17; {
			d.wait("true") // and so be told of what goes wrong
			for _, problem := range d.Problems() {
				t.Fatal(problem)
			}
		}
		d.Crash()
	}
}

// entities reads the keys of all trips, and fails the test for an entity whose halves are different.
func (d *desker) entities(t *testing.T) map[string]bool {
	t.Helper()
	run := must[wire.RunReply](d, "run", wire.QueryRequest{Table: trips})
	there := map[string]bool{}
	for at := 0; at < run.Lines; at += wire.MaxWindow {
		for _, row := range must[wire.WindowReply](d, "window", wire.WindowRequest{Result: run.Result, First: at, Count: wire.MaxWindow}).Rows {
			if row.Marker != nil {
				continue
			}
			rk, a, b := row.Cells[1].V, row.Cells[2].V, row.Cells[3].V
			there[rk] = true
			if a != b || !strings.HasPrefix(a, rk) {
				t.Errorf("entity %s holds %.40q and %.40q", rk, a, b)
			}
		}
	}
	return there
}
