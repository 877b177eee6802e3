package simulator

import (
	"strconv"
	"strings"
	"time"

	"rangefinder/app/keydesign"
	"rangefinder/app/keydesign/population"
	"rangefinder/app/link"
	"rangefinder/app/loadsim"
	"rangefinder/app/words"
	"rangefinder/engine/tablerest"
)

// Setup is what a run of the simulator is made of.
type Setup struct {
	loadsim.Config
	Template string // of PartitionKeys, for keys of a table
	Order    string // the DateTime property in whose order the table's entities are written; "" for any order
	// Population describes the entities when they are generated; nil for those of the open table. It is not changed.
	Population *population.Spec
}

// DefaultSetup is what an address's settings differ from.
func DefaultSetup() Setup {
	c := loadsim.Default()
	c.Era, c.Duration = loadsim.TargetsToday, 30*time.Minute
	return Setup{Config: c, Template: "{PartitionKey}"}
}

// Field is an input of the simulator's form: a text, or a choice when it has options.
type Field struct {
	ID      string // in the address and on the page
	Fault   string // the field of loadsim.Error that it is
	Label   string
	Note    string
	Options [][2]string // value, text
	// Shown tells whether it matters for a setup; nil: always.
	Shown func(*Setup) bool
	text  func(*Setup) string
	set   func(*Setup, string) bool // false: not such a value
	wants string                    // what a value looks like
}

// Group is some fields under one title.
type Group struct {
	Title  string
	Fields []int               // of Fields
	Brief  func(*Setup) string // what a folded group says; nil for one that is unfolded at first
}

// Groups are the fields in the order of the form.
var Groups = []Group{
	{"PartitionKeys", []int{7, 8, 23, 9, 10, 11}, nil},
	{"Clients", []int{12, 13, 14, 15, 16, 17}, nil},
	{"Mix of requests", []int{0, 1, 2, 3, 4, 5, 6}, mixText},
	{"Service", []int{18, 19, 20}, func(s *Setup) string {
		return words.Count(s.Servers, "server", "servers") + ", " + words.Count(s.Ranges, "range", "ranges") + " at first"
	}},
	{"Run", []int{21, 22}, func(s *Setup) string { return loadsim.Span(s.Duration) }},
}

// mixText says in what shares requests come.
func mixText(s *Setup) string {
	var parts []string
	all := s.Mix.Get + s.Mix.Insert + s.Mix.Batch + s.Mix.Query
	for _, k := range [...]struct {
		share int
		name  string
	}{{s.Mix.Get, "gets"}, {s.Mix.Insert, "inserts"}, {s.Mix.Batch, "transactions"}, {s.Mix.Query, "query pages"}} {
		switch k.share {
		case 0:
		case all:
			return "all " + k.name
		default:
			parts = append(parts, words.Share(int64(k.share), int64(all))+" "+k.name)
		}
	}
	return strings.Join(parts, ", ")
}

// counted is a field that holds a whole number.
func counted(id, fault, label, note string, of func(*Setup) *int, shown func(*Setup) bool) Field {
	low, high := loadsim.Bounds(fault)
	return Field{ID: id, Fault: fault, Label: label, Note: note, Shown: shown, wants: "a whole number from " + words.Number(low) + " to " + words.Number(high),
		text: func(s *Setup) string { return strconv.Itoa(*of(s)) },
		set: func(s *Setup, text string) bool {
			n, ok := words.WholeInt(text)
			if ok = ok && text != "" && low <= n && n <= high; ok {
				*of(s) = n
			}
			return ok
		}}
}

// chosen is a field that is one of several; the values are numbered from 0.
func chosen[T ~uint8](id, fault, label string, of func(*Setup) *T, options ...[2]string) Field {
	return Field{ID: id, Fault: fault, Label: label, Options: options, wants: "one of the choices",
		text: func(s *Setup) string { return options[min(int(*of(s)), len(options)-1)][0] },
		set: func(s *Setup, text string) bool {
			for i, o := range options {
				if o[0] == text {
					*of(s) = T(i)
					return true
				}
			}
			return false
		}}
}

// timed is a field that holds a duration, such as "90 s", "30 min" or "1 h".
func timed(id, fault, label, note string, of func(*Setup) *time.Duration, shown func(*Setup) bool) Field {
	low, high := loadsim.TimeBounds(fault)
	return Field{ID: id, Fault: fault, Label: label, Note: note, Shown: shown, wants: "a time from " + loadsim.Span(low) + " to " + loadsim.Span(high) + ", such as 90 s or 5 min",
		text: func(s *Setup) string { return loadsim.Span(*of(s)) },
		set: func(s *Setup, text string) bool {
			d, ok := loadsim.ParseSpan(text)
			if ok = ok && low <= d && d <= high; ok {
				*of(s) = d
			}
			return ok
		}}
}

func batches(s *Setup) bool { return s.Mix.Batch > 0 }
func queries(s *Setup) bool { return s.Mix.Query > 0 }
func buckets(s *Setup) bool {
	return s.Keys.Kind == loadsim.Buckets || s.Keys.Kind == loadsim.BucketTicks
}
func given(s *Setup) bool { return s.Keys.Kind == loadsim.Given }

// Fields are all inputs; Groups says where they stand.
var Fields = []Field{
	counted("get", "Mix.Get", "Share of gets", "point queries; the shares are relative: with 3 gets and 1 insert, 75 % of the requests are gets", func(s *Setup) *int { return &s.Mix.Get }, nil),
	counted("insert", "Mix.Insert", "Share of inserts", "of one entity", func(s *Setup) *int { return &s.Mix.Insert }, nil),
	counted("batch", "Mix.Batch", "Share of transactions", "inserts in one partition", func(s *Setup) *int { return &s.Mix.Batch }, nil),
	counted("query", "Mix.Query", "Share of query pages", "of one partition", func(s *Setup) *int { return &s.Mix.Query }, nil),
	counted("batchsize", "BatchSize", "Entities per transaction", "1 to 100", func(s *Setup) *int { return &s.BatchSize }, batches),
	counted("pagesize", "PageSize", "Entities on a page", "1 to 1,000", func(s *Setup) *int { return &s.PageSize }, queries),
	counted("entity", "EntitySize", "Bytes of an entity", "", func(s *Setup) *int { return &s.EntitySize }, nil),

	chosen("keys", "Keys.Kind", "Keys are", func(s *Setup) *loadsim.KeyKind { return &s.Keys.Kind },
		[2]string{"single", "one for all"}, [2]string{"time", "the time"}, [2]string{"inverse", "inverse ticks"}, [2]string{"random", "random"}, [2]string{"thread", "one per thread"},
		[2]string{"buckets", "hash into buckets"}, [2]string{"buckettime", "bucket, then the time"}, [2]string{"table", "by a template"}),
	counted("buckets", "Keys.Buckets", "Buckets", "1 to 10,000", func(s *Setup) *int { return &s.Keys.Buckets }, buckets),
	{ID: "template", Fault: "Template", Label: "Partition template", Note: "as in the design lab: {Property|function}", Shown: given, wants: "a template",
		text: func(s *Setup) string { return s.Template },
		set:  func(s *Setup, text string) bool { s.Template = text; return true }},
	{ID: "order", Fault: "Order", Label: "Written in the order of", Note: "a DateTime property; empty: any order", Shown: given, wants: "the name of a property",
		text: func(s *Setup) string { return s.Order },
		set: func(s *Setup, text string) bool {
			s.Order = strings.TrimSpace(text)
			return !strings.ContainsAny(text, ",:")
		}},
	counted("hot", "Keys.Hot", "Hot partition, %", "50: half of the requests are for one key", func(s *Setup) *int { return &s.Keys.Hot }, nil),

	counted("vms", "VMs", "VMs", "", func(s *Setup) *int { return &s.VMs }, nil),
	counted("threads", "Threads", "Threads per VM", "each sends its next request after the answer", func(s *Setup) *int { return &s.Threads }, nil),
	chosen("size", "Size", "Size of a VM", func(s *Setup) *loadsim.VMSize { return &s.Size }, [2]string{"small", "small"}, [2]string{"large", "extra large"}),
	counted("rate", "Rate", "Entities a second", "of all clients; 0: as fast as they can", func(s *Setup) *int { return &s.Rate }, nil),
	chosen("retry", "Retry.Kind", "If refused", func(s *Setup) *tablerest.PolicyKind { return &s.Retry.Kind },
		[2]string{"none", "give up"}, [2]string{"linear", "3 tries, after 3 s"}, [2]string{"exponential", "3 tries, 3 to 90 s"}),
	timed("pause", "Pause", "Pause after giving up", "", func(s *Setup) *time.Duration { return &s.Pause }, nil),

	chosen("era", "Era", "Limits of", func(s *Setup) *loadsim.Era { return &s.Era },
		[2]string{"measured", "2010, measured"}, [2]string{"targets", "2010: 500, 5,000/s"}, [2]string{"today", "today: 2,000, 20,000/s"}),
	counted("servers", "Servers", "Servers", "", func(s *Setup) *int { return &s.Servers }, nil),
	counted("ranges", "Ranges", "Range partitions at first", "", func(s *Setup) *int { return &s.Ranges }, nil),

	timed("length", "Duration", "Simulated time", "1 s to 24 h", func(s *Setup) *time.Duration { return &s.Duration }, nil),
	{ID: "seed", Fault: "Seed", Label: "Seed", Note: "the same seed gives the same run", wants: "a whole number from 0 to 18,446,744,073,709,551,615",
		text: func(s *Setup) string { return strconv.FormatUint(s.Seed, 10) },
		set: func(s *Setup, text string) bool {
			n, exact, ok := words.Whole(text)
			if ok = ok && exact && text != ""; ok {
				s.Seed = n
			}
			return ok
		}},
	{ID: "people", Fault: "Population", Label: "Entities", Options: [][2]string{{ofTheTable, "of the open table"}}, wants: "a description of entities",
		Shown: func(s *Setup) bool { return s.Population != nil },
		text:  func(s *Setup) string { return peopleText(s.Population) },
		set:   setPeople},
}

// texts returns what the form shows for a setup.
func (s *Setup) texts() []string {
	list := make([]string, len(Fields))
	for i := range Fields {
		list[i] = Fields[i].text(s)
	}
	return list
}

// setupOf reads the form, as far as it can be read. faults has a sentence for each field that is at fault.
func setupOf(texts []string) (s Setup, faults []string) {
	s, faults = DefaultSetup(), make([]string, len(Fields))
	mixed := true // the shares can be read
	for i := range Fields {
		if f := &Fields[i]; !f.set(&s, strings.TrimSpace(texts[i])) {
			if faults[i] = words.Quote(words.Clip(texts[i], 40)) + " is not " + f.wants + "."; strings.TrimSpace(texts[i]) == "" {
				faults[i] = "Type " + f.wants + "."
			}
			mixed = mixed && !strings.HasPrefix(f.Fault, "Mix.")
		}
	}
	s.Retry = policyOf(s.Retry.Kind)
	for _, wrong := range s.check() {
		for i := range Fields {
			if faults[i] == "" && (Fields[i].Fault == wrong.Field || wrong.Field == "Mix" && i == 0 && mixed) {
				faults[i] = wrong.Message
			}
		}
	}
	return s, faults
}

// SetupOf reads the form as far as it can be read.
func SetupOf(texts []string) Setup {
	s, _ := setupOf(texts)
	return s
}

// policyOf is a kind of retries with the client libraries' numbers.
func policyOf(kind tablerest.PolicyKind) tablerest.Policy { return kind.Policy() }

// check returns the fields that cannot be used, each with a sentence.
func (s *Setup) check() (list []loadsim.Error) {
	c := s.Config
	if c.Keys.Kind == loadsim.Given {
		c.Given, c.Keys.Count = func(int) string { return "" }, 1 // the worker knows how many there are
		if _, err := keydesign.Parse(s.Template); err != nil {
			list = append(list, loadsim.Error{Field: "Template", Message: err.Error()})
		}
		if len(s.Order) > 255 {
			list = append(list, loadsim.Error{Field: "Order", Message: "A property name cannot be that long."})
		}
	}
	for _, e := range c.Faults() {
		list = append(list, loadsim.Error{Field: e.Field, Message: "This " + e.Message})
	}
	return list
}

// maxSetup is the longest text of a setup in an address, in bytes.
const maxSetup = link.MaxSim

// Encode returns the setup for an address: what differs from the default.
func (s *Setup) Encode() string {
	text, plain := "1", DefaultSetup()
	for i := range Fields {
		f := &Fields[i]
		if v := f.text(s); v != f.text(&plain) && f.ID != "template" {
			text += "," + f.ID + ":" + v
		}
	}
	if s.Template != plain.Template { // comes last: it may hold anything
		text += ",template:" + s.Template
	}
	return text
}

// ParseSetup reads what Encode wrote; ok is false when it cannot be used.
func ParseSetup(text string) (s Setup, ok bool) {
	s = DefaultSetup()
	rest, found := strings.CutPrefix(text, "1")
	if !found || len(text) > maxSetup {
		return s, false
	}
	for rest != "" {
		if rest[0] != ',' {
			return s, false
		}
		id, value, found := strings.Cut(rest[1:], ":")
		if rest = ""; id != "template" {
			if at := strings.IndexByte(value, ','); at >= 0 {
				value, rest = value[:at], value[at:]
			}
		}
		f := fieldNamed(id)
		if !found || f == nil || !f.set(&s, value) {
			return s, false
		}
	}
	s.Retry = policyOf(s.Retry.Kind)
	return s, len(s.check()) == 0
}

func fieldNamed(id string) *Field {
	for i := range Fields {
		if Fields[i].ID == id {
			return &Fields[i]
		}
	}
	return nil
}
