package loadsim

import (
	"errors"
	"strconv"
	"testing"
	"time"

	"rangefinder/engine/tablerest"
)

func TestConfig_OutOfBounds(t *testing.T) {
	for _, test := range []struct {
		field  string
		change func(*Config)
	}{
		{"Era", func(c *Config) { c.Era = eras }},
		{"Servers", func(c *Config) { c.Servers = 0 }},
		{"Servers", func(c *Config) { c.Servers = MaxServers + 1 }},
		{"Ranges", func(c *Config) { c.Ranges = MaxRanges + 1 }},
		{"VMs", func(c *Config) { c.VMs = -1 }},
		{"Threads", func(c *Config) { c.Threads = MaxThreads + 1 }},
		{"Threads", func(c *Config) { c.VMs, c.Threads = MaxVMs, MaxThreads }},
		{"Size", func(c *Config) { c.Size = vmSizes }},
		{"Rate", func(c *Config) { c.Rate = -1 }},
		{"Mix", func(c *Config) { c.Mix = Mix{} }},
		{"Mix.Get", func(c *Config) { c.Mix.Get = -1 }},
		{"BatchSize", func(c *Config) { c.BatchSize = MaxBatch + 1 }},
		{"BatchSize", func(c *Config) { c.EntitySize = 42_000 }},
		{"PageSize", func(c *Config) { c.PageSize = 0 }},
		{"EntitySize", func(c *Config) { c.EntitySize = 0 }},
		{"Keys.Kind", func(c *Config) { c.Keys.Kind = keyKinds }},
		{"Keys.Hot", func(c *Config) { c.Keys.Hot = 101 }},
		{"Keys.Buckets", func(c *Config) { c.Keys = Keys{Kind: Buckets} }},
		{"Keys.Count", func(c *Config) { c.Keys.Kind, c.Given = Given, strconv.Itoa }},
		{"Given", func(c *Config) { c.Keys = Keys{Kind: Given, Count: 9} }},
		{"Retry.Kind", func(c *Config) { c.Retry.Kind = 9 }},
		{"Retry.Retries", func(c *Config) { c.Retry.Retries = -1 }},
		{"Retry.Wait", func(c *Config) { c.Retry.Wait = -1 }},
		{"Duration", func(c *Config) { c.Duration = 0 }},
		{"Duration", func(c *Config) { c.Duration = MaxDuration + 1 }},
		{"Pause", func(c *Config) { c.Pause = time.Hour }},
	} {
		c := Default()
		test.change(&c)
		r, err := New(c)
		refused, ok := errors.AsType[*Error](err)
		if !ok || refused.Field != test.field || refused.Message == "" || r != nil {
			t.Errorf("New: %v, want an error about %s", err, test.field)
		}
	}
}

// Ensure that what is refused is told as the rest of a sentence, with times as a person writes them.
func TestConfig_Messages(t *testing.T) {
	for want, change := range map[string]func(*Config){
		"is 0 s; it must be from 1 s to 24 h.":                                                                                  func(c *Config) { c.Duration = 0 },
		"makes 100,000 clients on 1,000 VMs; at most 20,000 can be simulated.":                                                  func(c *Config) { c.VMs, c.Threads = MaxVMs, MaxThreads },
		"is -1,000,000; it must be from 1 to 1,000.":                                                                            func(c *Config) { c.VMs = -1_000_000 },
		"leaves nothing to do; give one of the operations a weight.":                                                            func(c *Config) { c.Mix = Mix{} },
		"makes batches of more than the 4 MiB that one may have, with 42,000 bytes in each entity; send fewer or smaller ones.": func(c *Config) { c.EntitySize = 42_000 },
	} {
		c := Default()
		change(&c)
		if refused, _ := errors.AsType[*Error](c.Check()); refused == nil || refused.Message != want {
			t.Errorf("Check: %v, want %q", refused, want)
		}
	}
}

func TestConfig_Default(t *testing.T) {
	if _, err := New(Default()); err != nil {
		t.Error(err)
	}
}

// FuzzConfig ensures that New refuses a configuration or that it can be run, with sums that agree.
func FuzzConfig(f *testing.F) {
	f.Add(uint64(1), 5, 8, 1, 10, 10, 1000, 0, 0, 0, 1, 100, 1024, 1, 10, 0, 100, 2, 3)
	f.Add(uint64(2), 90, 64, 256, 1000, 20, 0, 1, 1, 1, 1, 1, 1, 6, 9999, 50, 1, 1, 20)
	f.Add(uint64(3), 2, 1, 3, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
	f.Add(uint64(4), 2, 2, 2, 2, 2, 0, 1, 0, 0, 1, 100, 1<<20, 7, 0, 0, 777, 0, 0)
	f.Fuzz(func(t *testing.T, seed uint64, seconds, servers, ranges, vms, threads, rate, get, insert, batch, query, batchSize, entity,
		keys, buckets, hot, count, kind, tries int) {
		c := Config{
			Seed: seed, Duration: time.Duration(seconds) * time.Second, Era: Era(seed % 4), Servers: servers, Ranges: ranges,
			VMs: vms, Threads: threads, Size: VMSize(seed >> 8 % 3), Rate: rate,
			Mix: Mix{get, insert, batch, query}, BatchSize: batchSize, PageSize: batchSize, EntitySize: entity,
			Keys:  Keys{Kind: KeyKind(keys), Buckets: buckets, Hot: hot, Count: count},
			Given: func(n int) string { return strconv.Itoa(n % 97) },
			Retry: tablerest.Policy{Kind: tablerest.PolicyKind(kind), Retries: tries, Wait: time.Duration(tries) * time.Millisecond},
		}
		r, err := New(c)
		if err != nil {
			if _, ok := errors.AsType[*Error](err); !ok {
				t.Fatal(err)
			}
			return
		}
		for range 3 {
			if err := r.Step(r.Now()+300*time.Millisecond, nil); err != nil {
				t.Fatal(err)
			}
		}
		check(t, r)
	})
}
