package kill

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strconv"
	"sync"
	"testing"

	"rangefinder/engine"
	"rangefinder/server"
)

// The process that is to be killed is this test binary, with the directory and the seed in its environment.
const (
	dirVariable  = "RANGEFINDER_KILL_DIR"
	seedVariable = "RANGEFINDER_KILL_SEED"
)

func TestMain(m *testing.M) {
	if dir := os.Getenv(dirVariable); dir != "" {
		go func() {
			_, _ = io.Copy(io.Discard, os.Stdin) // ends when the test does, however that comes
			os.Exit(1)
		}()
		seed, err := strconv.ParseUint(os.Getenv(seedVariable), 10, 64)
		if err == nil {
			err = write(dir, seed)
		}
		say("!", err)
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// say tells the test something in one write, which a kill cannot cut in two.
func say(words ...any) { fmt.Fprintln(os.Stdout, words...) }

// What the process is killed in, besides at any time.
const (
	deletion   = "deletion"
	rewrite    = "rewrite"
	checkpoint = "checkpoint"
)

// What the process says: "!" and an error; "r", ready; "a" and a writer, one more step of it is acknowledged; "c" and the ID
// of a checkpoint that was saved; "d" and that of one that is about to be dropped; "b" and "e" and what begins or ends.
//
// write writes until it is killed.
func write(path string, seed uint64) error {
	dir, err := server.OpenDataDir(path)
	if err != nil {
		return err
	}
	ctx := context.Background()
	db, recovery, err := engine.OpenFolder(ctx, dir, engine.Options{})
	if err != nil {
		return err
	}
	if len(recovery.Damage) > 0 {
		return fmt.Errorf("damage: %+v", recovery.Damage)
	}
	if err := except(db.CreateTable(ctx, shared), engine.TableAlreadyExists); err != nil {
		return err
	}
	say("r")
	failed := make(chan error)
	for w := range writers {
		go func() {
			s := newScript(seed, w)
			for {
				st := s.next()
				if err := st.do(ctx, db); err != nil {
					failed <- fmt.Errorf("writer %d, step %d (%d): %w", w, s.n, st.kind, err)
					return
				}
				say("a", w)
			}
		}()
	}
	go func() { failed <- keepHouse(ctx, db, seed) }()
	return <-failed
}

// keepHouse rewrites the log, saves checkpoints and drops them, all the time.
func keepHouse(ctx context.Context, db *engine.DB, seed uint64) error {
	random := rand.New(rand.NewPCG(seed, 1000))
	yield := func() error { return nil }
	for {
		if random.IntN(3) > 0 {
			say("b", rewrite)
			if err := db.Rewrite(ctx, yield); err != nil {
				return err
			}
			say("e", rewrite)
			continue
		}
		say("b", checkpoint)
		c, err := db.SaveCheckpoint(ctx, "a checkpoint", yield)
		if err != nil {
			return err
		}
		say("c", c.ID)
		say("e", checkpoint)
		if list := db.Checkpoints(); len(list) > 3 {
			id := list[random.IntN(len(list))].ID
			say("d", id)
			if err := db.DropCheckpoint(id); err != nil {
				return err
			}
		}
	}
}

// transcript is what the process said.
type transcript struct {
	sync.Mutex
	ready        bool
	acknowledged [writers]int
	saved        []string
	dropping     map[string]bool
	inside       map[string]bool // what has begun and not ended
	complaint    string
}
