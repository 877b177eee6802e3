package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"rangefinder/e2e/harness"
	"rangefinder/server/tableauth"
)

// What is delivered: 20,000 new entities in 20 partitions, so many times by each, over a line of that round trip.
const (
	deliveredPartitions = 20
	deliveries          = 3
	distance            = 40 * time.Millisecond
)

// measureDelivery copies and pushes entities to Azurite by the command, and sends them by a script of the official client: on this
// machine beside a script that sends one transaction after the other, and over a distance beside one that sends eight at a time. The
// command's time is the whole process with its plan, and of a copy with a sample that is read back; the script's is that of its requests.
func measureDelivery(e *endpoints) ([]row, error) {
	file := filepath.Join(e.folder, "Delivered.ndjson")
	var text []byte
	for p := range deliveredPartitions {
		for i := range rowsEach {
			text = append(appendEntity(text, p, i), '\n')
		}
	}
	if err := os.WriteFile(file, text, 0o600); err != nil {
		return nil, err
	}
	var rows []row
	for _, run := range []struct {
		what   string
		far    bool
		script int // transactions at a time
		push   bool
	}{
		{"copy to Azurite, beside a script that sends one transaction after the other", false, 1, false},
		{"copy over a round trip of 40 ms, beside a script that sends eight at a time", true, 8, false},
		{"push over a round trip of 40 ms, beside a script that sends eight at a time", true, 8, true},
	} {
		var ours, theirs []float64
		for range deliveries {
			took, err := e.toNew(run.far, func(address string) (float64, error) { return e.deliver(address, file, run.push) })
			if err != nil {
				return nil, err
			}
			ours = append(ours, took)
			if took, err = e.toNew(run.far, func(address string) (float64, error) { return e.script(address, file, run.script) }); err != nil {
				return nil, err
			}
			theirs = append(theirs, took)
		}
		slices.Sort(ours)
		slices.Sort(theirs)
		mine, other := ours[deliveries/2], theirs[deliveries/2]
		rows = append(rows, row{what: fmt.Sprintf("%d entities: %s", deliveredPartitions*rowsEach, run.what), target: "not slower",
			ours: duration(mine), theirs: duration(other), ratio: fmt.Sprintf("%.1f×", other/mine), met: mine <= other})
	}
	return rows, nil
}

// toNew does something with an Azurite without tables, which is far away or near.
func (e *endpoints) toNew(far bool, do func(address string) (float64, error)) (float64, error) {
	if err := e.renew(e.azurite); err != nil {
		return 0, err
	}
	if !far {
		return do(e.azurite.address)
	}
	line, err := stretch(e.ctx, e.azurite.address)
	if err != nil {
		return 0, err
	}
	defer line.Close()
	return do(line.Addr().String())
}

// deliver copies the file to the account, or pushes its entities from a copy of an empty table; it returns milliseconds.
func (e *endpoints) deliver(address, file string, push bool) (float64, error) {
	connection := filepath.Join(e.folder, "connection")
	text := "DefaultEndpointsProtocol=http;AccountName=" + tableauth.WellKnownName + ";AccountKey=" + tableauth.WellKnownKey + ";TableEndpoint=http://" + address + "/" + tableauth.WellKnownName
	if err := os.WriteFile(connection, []byte(text), 0o600); err != nil {
		return 0, err
	}
	run := func(args ...string) error {
		c := exec.CommandContext(e.ctx, filepath.Join(e.folder, "rangefinder"), append(args, "--quiet")...)
		if out, err := c.CombinedOutput(); err != nil {
			return fmt.Errorf("rangefinder %s: %w\n%s", strings.Join(args, " "), err, out)
		}
		return nil
	}
	account := []string{"--account", "az=" + connection}
	args := append([]string{"copy", "--yes"}, append(account, file, "Delivered@az")...)
	if push {
		place := filepath.Join(e.folder, "pushed") + "/"
		if err := os.RemoveAll(place); err != nil {
			return 0, err
		}
		if err := e.azurite.once(e.ctx, createTable("Delivered")); err != nil {
			return 0, err
		}
		if err := run(append(append([]string{"pull"}, account...), "Delivered@az", place)...); err != nil {
			return 0, err
		}
		if err := run("copy", "--yes", file, "Delivered@"+place); err != nil {
			return 0, err
		}
		args = append(append([]string{"push"}, account...), "Delivered@"+place, "az")
	}
	waitQuiet()
	begin := time.Now()
	err := run(args...)
	return milliseconds(time.Since(begin)), err
}

// script sends the file by the official client.
func (e *endpoints) script(address, file string, atOnce int) (float64, error) {
	waitQuiet()
	c := exec.CommandContext(e.ctx, e.nodeBinary, filepath.Join(harness.Root(), "e2e", "bench", "deliver.mjs"), "http://"+address+"/"+tableauth.WellKnownName, "Delivered", file, strconv.Itoa(atOnce))
	c.Env = append(os.Environ(), "TABLES_KEY="+tableauth.WellKnownKey)
	var said strings.Builder
	c.Stderr = &said
	out, err := c.Output()
	if err != nil {
		return 0, fmt.Errorf("the script: %w\n%s", err, said.String())
	}
	var took float64
	return took, json.Unmarshal(out, &took)
}

// stretch listens for connections to an address and passes on what comes, either way, half of distance later.
func stretch(ctx context.Context, address string) (net.Listener, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	go func() {
		for {
			near, err := l.Accept()
			if err != nil {
				return
			}
			far, err := new(net.Dialer).DialContext(ctx, "tcp", address)
			if err != nil {
				near.Close()
				continue
			}
			go passLater(near, far)
			go passLater(far, near)
		}
	}()
	return l, nil
}

// passLater passes on what one end sends to the other, each piece half of distance after it came.
func passLater(from, to net.Conn) {
	type piece struct {
		bytes []byte
		due   time.Time
	}
	pieces := make(chan piece, 1000)
	go func() {
		defer to.Close()
		for p := range pieces {
			time.Sleep(time.Until(p.due))
			if _, err := to.Write(p.bytes); err != nil {
				from.Close()
			}
		}
	}()
	defer close(pieces)
	for {
		b := make([]byte, 64<<10)
		n, err := from.Read(b)
		if n > 0 {
			pieces <- piece{b[:n], time.Now().Add(distance / 2)}
		}
		if err != nil {
			return
		}
	}
}
