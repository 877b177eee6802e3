package lesson

import (
	"strconv"
	"strings"

	"rangefinder/engine"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// The limits of a lesson file.
const (
	MaxFile      = 256 << 10 // bytes
	MaxSteps     = 50
	MaxEntities  = 200_000 // that its data makes, samples aside
	MaxActions   = 1_000   // of a script
	MaxScriptLen = 64 << 10
)

// Lesson is a lesson file as it was read. It is immutable.
type Lesson struct {
	Title    string
	About    string   // one sentence for a list
	Source   []string // what the subject matter is taken from, each with its section
	Minutes  int      // that the lesson takes a learner; 0 when the file does not say
	BuildsOn []string // names of lessons of the course that come before
	// Samples names built-in samples whose tables belong to the lesson's data.
	Samples []string
	// Ranges are the PartitionKeys at which further range partitions of every table begin: there a page ends.
	Ranges []string
	Tables []Table
	Text   string // before the first step: paragraphs apart by blank lines, code between backticks; see Citation
	Steps  []Step
	Facts  []Fact // what numbers in the texts are

	line, aboutLine, sampleLine int    // of the title, About and the last Sample
	lines                       []line // of Text
}

// Step is one thing to do. A step without checks only tells something, or asks for a prediction.
type Step struct {
	Line     int
	Title    string
	Text     string
	Ahead    int // bytes of Text that stand before the prediction; all of them where there is none
	Predict  *Prediction
	Start    *Attempt // what the learner finds
	Solution *Attempt // "show me"
	Break    *Attempt // "break it": what spoils the solution
	Checks   []Check
	Hints    []string // the first says where to look, the second how; an exercise has two
	Hidden   []Hidden // what else an attempt has to pass
	Wrong    []Wrong  // answers that have to be refused
	Picture  bool     // what the plan on screen touches of the index is drawn beside the step

	lines     []line // of Text
	hintLines []line
}

// Parts are the text before the prediction and the text after it, which may give the answer away.
func (s *Step) Parts() (before, after string) {
	return s.Text[:s.Ahead], strings.TrimSpace(s.Text[s.Ahead:])
}

// Shown is the pattern that stands on screen after each try of a design, "" for none.
func (s *Step) Shown() string {
	for i := range s.Checks {
		if s.Checks[i].Show {
			return s.Checks[i].Filter
		}
	}
	return ""
}

// Form is what a step asks the learner for.
type Form uint8

// The forms.
const (
	NoForm  Form = iota // there is nothing to write
	OneForm             // a query
	Queries             // queries that are asked apart from one another
	Keys                // a design
	Script              // operations
)

// Form returns what the step asks for: several queries also where only one of its attempts has several.
func (s *Step) Form() Form {
	if len(s.Checks) == 0 || s.Start == nil {
		return NoForm
	}
	form := OneForm
	for _, a := range []*Attempt{s.Start, s.Solution, s.Break} {
		switch {
		case a == nil:
		case a.Design != nil:
			return Keys
		case a.Script != nil:
			return Script
		case len(a.Queries) > 1:
			form = Queries
		}
	}
	return form
}

// Measure is a number that a query has.
type Measure uint8

// The measures.
const (
	NoMeasure   Measure = iota
	Class               // filterlang.Class: the worst of the requests
	Examined            // entities read
	Returned            // entities in the result
	Requests            // round trips
	Partitions          // with an entity that was read
	Values              // property values sent, keys and Timestamp included
	Comparisons         // of a property with a literal: those of the filter that has most
)

var measures = [...]string{Class: "class", Examined: "examined", Returned: "returned", Requests: "requests", Partitions: "partitions", Values: "values", Comparisons: "comparisons"}

// String returns the measure as a lesson file writes it.
func (m Measure) String() string {
	if int(m) < len(measures) {
		return measures[m]
	}
	return ""
}

func measureOf(word string) Measure {
	for i, name := range measures {
		if name == word && name != "" {
			return Measure(i)
		}
	}
	return NoMeasure
}

// Prediction is a question that is asked before the plan is shown. Its answer is written down for who reads the file, and
// held against what the engine finds.
type Prediction struct {
	Line    int
	Ask     string
	Table   string
	Query   Query
	Measure Measure
	Answer  int    // a filterlang.Class when Measure is Class
	Because string // why, as the end of a sentence after "because"; "" leaves it to the plan
	// Simulated is set in the place of Query, Measure and Answer when the question is about a run of the simulator.
	Simulated *Simulated

	askLine, answerLine int // of these fields; those of the part where they are missing
}

// Right reports whether an answer is right: the name of a class, as words or as an identifier, or a number in digits.
func (p *Prediction) Right(answer string) bool {
	if p.Simulated != nil {
		return answer == p.Simulated.Answer
	}
	n, ok := readAnswer(p.Measure, answer)
	return ok && n == p.Answer
}

// AnswerText returns the right answer as it is shown.
func (p *Prediction) AnswerText() string {
	if p.Simulated != nil {
		return p.Simulated.Answer
	}
	return shownAmount(p.Measure, p.Answer)
}

func shownAmount(m Measure, n int) string {
	if m == Class {
		return amount(m, n)
	}
	return number(n)
}

// amount is what stands in a lesson's file.
func amount(m Measure, n int) string {
	if m == Class {
		return filterlang.Class(n).String()
	}
	return strconv.Itoa(n)
}

// Table is data of a lesson: entities that are written down, or rules to generate them.
type Table struct {
	Line     int
	Name     string
	Entities []engine.BulkEntity
	// Rules generate Count entities when there are any.
	Rules []Rule
	Count int
	Seed  uint64
}

// Fact says what a number in a text is, so that it can be checked.
type Fact struct {
	Line    int
	Number  int
	Kind    FactKind
	Measure Measure // of Measured
	Table   string  // of Measured and Largest
	Filter  string  // of Measured
	Name    string  // of Limit: one of the service's; of Cited: the source
}

// FactKind says where a number comes from.
type FactKind uint8

// The kinds of fact.
const (
	Measured FactKind = iota // a measure of a filter on the lesson's data
	Largest                  // entities in the largest partition of a table
	Limit                    // a limit of the service
	Cited                    // a source says so
)

var limits = map[string]int{
	"properties":  engine.MaxProperties,
	"transaction": engine.MaxBatchOps,
	"page":        engine.MaxPage,
	"key":         engine.MaxKey,
	"KiB binary":  engine.MaxBinary >> 10,
	"MiB entity":  engine.MaxEntity >> 20,
	"MiB batch":   engine.MaxBatchBytes >> 20,
}

// Query is what one request of an attempt asks.
type Query struct {
	Filter string
	Select []string
	Top    int // 0: all pages; else the first page of that size alone
}

// Attempt is what a learner tries: queries, a design, or a script of operations; exactly one of the three.
type Attempt struct {
	Line  int
	Text  string // as it was written, without the note
	Note  string // a sentence about it, of a "break it" mostly
	Table string // of Queries and of Design
	// Queries are run apart from one another, as a client would that asks in parallel.
	Queries []Query
	Design  *Design
	Script  []Action

	partitionLine, rowLine int // of the templates of Design
}

// Design is the templates of both keys, in the language of package keydesign.
type Design struct{ Partition, Row string }

// Action is a line of a script: a request, or a transaction of them.
type Action struct {
	Line int
	Verb Verb
	Lost bool // it is done, but its answer does not arrive
	// Table, keys and properties of the entity.
	Table, PartitionKey, RowKey string
	Properties                  []engine.Property
	As                          string   // of Get: the name under which the ETag is remembered
	If                          string   // the name of a remembered ETag, "" for any
	Actions                     []Action // of Transaction
	barred                      bool     // its address is too long where it is played; see Address
}

// Verb is what an Action does.
type Verb uint8

// The verbs.
const (
	Get Verb = iota
	Insert
	Merge
	Replace
	UpsertMerge
	UpsertReplace
	Delete
	Create // a table
	Drop   // a table
	Transaction
)

var verbs = [...]string{"get", "insert", "merge", "replace", "upsert-merge", "upsert-replace", "delete", "create", "drop", "transaction"}

// String returns the verb as a script writes it.
func (v Verb) String() string { return verbs[v] }

// Relation says how a number is held against another.
type Relation uint8

// The relations.
const (
	AtMost Relation = iota
	Exactly
	AtLeast
)

var relations = [...]string{"at most", "exactly", "at least"}

func (r Relation) holds(got, want int) bool {
	switch r {
	case AtMost:
		return got <= want
	case AtLeast:
		return got >= want
	}
	return got == want
}

// CheckKind says what a Check looks at.
type CheckKind uint8

// The kinds of check.
const (
	Measures         CheckKind = iota // a measure of the attempt: of its queries, or the requests of its script
	SameEntities                      // the queries return what a filter returns
	FirstHas                          // the first entity of the result has a property of a value
	PatternOf                         // a measure of a filter on properties, under the design
	PatternNewest                     // what a filter finds comes in falling order of a property, under the design
	PatternOrder                      // … in rising order
	PatternTogether                   // what a filter finds lies in one partition of the design
	PatternApart                      // what a filter finds lies in so many stretches of the table, with other entities between
	UniqueKeys                        // no two entities have one key under the design
	LargestPartition                  // entities in the largest partition
	TablePartitions                   // partitions of the design, or of the table
	EntityHas                         // an entity has properties with values
	EntityLacks                       // an entity lacks properties
	NoEntity                          // an entity is not there
	CountOf                           // entities that match a filter
	Tally                             // a property of an entity is the number of entities that match a filter
	KeysAvoid                         // no key of a table contains a text
	RefusedWith                       // some request of the script was refused with a code
	NothingRefused                    // none was
	InTransaction                     // the script did a transaction of so many operations
	ReadsBack                         // a get of an entity follows the script's last write to it
	CrashSafe                         // a script that is cut short after any request, and begun anew, ends as it should
)

// Check is one condition of a step.
type Check struct {
	Line     int
	Text     string // as it was written, without its reason
	Because  string // what the refusal says of the idea, "" for nothing
	Kind     CheckKind
	Always   bool // a state has to hold after every request of the script
	Last     bool // a state must not come before the other states of the step have: the message goes last
	Show     bool // the pattern stands on screen after each try, as the keys of the design serve it
	Measure  Measure
	Relation Relation
	Number   int
	Table    string
	Filter   string

	PartitionKey, RowKey string
	Property             string
	Properties           []engine.Property
	Value                edm.Value
	Code                 engine.Code
}
