package faults

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// Ensure that rules are read as they are documented, and that what is wrong with others is said.
func TestParse(t *testing.T) {
	for text, want := range map[string]Rule{
		"lose 1/20 POST":                       {kind: lose, one: 20, method: "POST"},
		" drop  1/100 ":                        {kind: drop, one: 100},
		"delay 200ms":                          {kind: delay, one: 1, from: 200 * time.Millisecond, to: 200 * time.Millisecond},
		"delay 50ms-2s 1/10 reads":             {kind: delay, one: 10, from: 50 * time.Millisecond, to: 2 * time.Second, method: "reads"},
		"throttle 500/s":                       {kind: throttle, one: 1, rate: 500},
		"throttle 0.5/s writes":                {kind: throttle, one: 1, rate: 0.5, method: "writes"},
		"throttle 1/50 merge":                  {kind: throttle, one: 50, method: "MERGE"},
		"pages 10":                             {kind: pages, one: 1, few: 10, lot: 10},
		"pages 0-10 1/3":                       {kind: pages, one: 3, few: 0, lot: 10},
		"etag 1/50":                            {kind: etag, one: 50},
		"lose 1/1":                             {kind: lose, one: 1},
		"delay 0s":                             {kind: delay, one: 1},
		"delay 10m DELETE":                     {kind: delay, one: 1, from: 10 * time.Minute, to: 10 * time.Minute, method: "DELETE"},
		"throttle 1000000/s PATCH":             {kind: throttle, one: 1, rate: 1e6, method: "PATCH"},
		strings.Repeat(" ", 50) + "pages 1000": {kind: pages, one: 1, few: 1000, lot: 1000},
	} {
		got, err := Parse(text)
		if want.text = strings.Join(strings.Fields(text), " "); err != nil || got != want {
			t.Errorf("%q: %+v, %v, want %+v", text, got, err, want)
		}
	}
	for text, says := range map[string]string{
		"": "is empty", "loose 1/20": "is not a fault; it is lose", "lose": "how often: one in twenty requests is lose 1/20", "lose POST": "how often",
		"lose 1/0": "is not a share", "lose 1/x": "is not a share", "lose 2/20": "is not a share", "etag 1/50 FETCH": "says no requests",
		"delay": "is not a delay", "delay fast": "is not a delay", "delay 2s-1s": "is not a delay", "delay 11m": "is not a delay",
		"pages": "is not a size", "pages 0": "is not a size", "pages 5-2": "is not a size", "pages 1001": "is not a size", "throttle": "how often", "throttle 0/s": "is not a rate",
		"throttle 5/s 1/2": "does not go with a rate", "lose 1/20 POST PUT": "one word too many", "throttle x/s": "is not a rate",
		"etag 1/2 reads": "meets no request", "etag 1/2 HEAD": "meets no request", "pages 10 POST": "meets no request",
	} {
		if r, err := Parse(text); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %+v, %v", text, r, err)
		}
	}
}

// Ensure that the same seed gives the same faults, another seed others, and that shares are about what they say.
func TestSet_Seed(t *testing.T) {
	draw := func(seed uint64, rules ...string) string {
		s, err := New(rules, seed)
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		for range 2000 {
			fmt.Fprint(&b, len(s.hits(lose, "POST")))
		}
		return b.String()
	}
	one := draw(1, "lose 1/20 POST")
	if draw(1, "lose 1/20 POST") != one {
		t.Error("the same seed gives other faults")
	}
	for name, other := range map[string]string{"another seed": draw(2, "lose 1/20 POST"), "another place": draw(1, "drop 1/20", "lose 1/20 POST")} {
		if other == one {
			t.Errorf("%s gives the same faults", name)
		}
	}
	for seed := range uint64(20) {
		if n := strings.Count(draw(seed, "lose 1/20"), "1"); n < 60 || n > 140 {
			t.Errorf("seed %d: %d of 2000 for one in 20", seed, n)
		}
	}
	if n := strings.Count(draw(1, "lose 1/1"), "1"); n != 2000 {
		t.Errorf("%d of 2000 for each", n)
	}
	s, _ := New([]string{"lose 1/7"}, 3)
	first := make([]int, 50)
	for i := range first {
		first[i] = len(s.hits(lose, "GET"))
	}
	s.Restart()
	for i := range first {
		if n := len(s.hits(lose, "GET")); n != first[i] {
			t.Fatalf("request %d after a restart meets %d faults, and met %d", i, n, first[i])
		}
	}
}

// Ensure that a rate lets through what it says.
func TestSet_Rate(t *testing.T) {
	s, err := New([]string{"throttle 10/s writes"}, 1)
	if err != nil {
		t.Fatal(err)
	}
	now := time.Unix(0, 0)
	s.now = func() time.Time { return now }
	let := 0
	for range 100 { // five seconds of 20 requests a second
		now = now.Add(50 * time.Millisecond)
		if len(s.hits(throttle, "GET")) != 0 {
			t.Fatal("a read is throttled")
		}
		if len(s.hits(throttle, "PUT")) == 0 {
			let++
		}
	}
	if let < 55 || let > 61 { // ten at once, and ten a second
		t.Errorf("%d let through", let)
	}
}
