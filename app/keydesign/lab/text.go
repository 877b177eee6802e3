package lab

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"strconv"
	"unicode/utf8"

	"rangefinder/app/keydesign"
	"rangefinder/engine"
)

// Version is the version of the text of a Spec.
const Version = 1

// versioned is a Spec as it is written.
type versioned struct {
	V int `json:"lab"`
	Spec
}

// String returns the Spec as text, JSON on one line; Parse of it gives the Spec back. "" when a number in it is none.
func (s Spec) String() string {
	b, err := json.Marshal(versioned{Version, s})
	if err != nil {
		return ""
	}
	return string(b)
}

// Parse reads a Spec. It takes any bytes; what it returns has been checked: every text is text, every list and number within
// its limits. Templates and filters may still be wrong: they are what a person is typing. Errors are sentences for a person.
func Parse(text string) (Spec, error) {
	if len(text) > MaxText {
		return Spec{}, errors.New("The comparison is longer than " + strconv.Itoa(MaxText>>10) + " KiB, the most that there can be.")
	}
	var v versioned
	d := json.NewDecoder(bytes.NewReader([]byte(text)))
	d.DisallowUnknownFields()
	if err := d.Decode(&v); err != nil || d.More() || !utf8.ValidString(text) {
		var head struct {
			V int `json:"lab"`
		}
		if json.Unmarshal([]byte(text), &head) == nil && head.V > Version {
			return Spec{}, newer(head.V)
		}
		return Spec{}, errors.New("The comparison cannot be read: it is damaged, or was not made by the design lab.")
	}
	if v.V != Version {
		return Spec{}, newer(v.V)
	}
	return v.Spec, v.Check()
}

func newer(v int) error {
	return errors.New("The comparison is of format " + strconv.Itoa(v) + "; this version reads format " + strconv.Itoa(Version) + ".")
}

// Check says what of a Spec is beyond its limits, in a sentence; nil when nothing is.
func (s *Spec) Check() error {
	switch {
	case s.Table != "" && engine.CheckTableName(s.Table) != nil:
		return errors.New("The comparison's table name is not valid.")
	case len(s.Designs) > MaxDesigns:
		return most("designs", MaxDesigns)
	case len(s.Patterns) > MaxPatterns:
		return most("access patterns", MaxPatterns)
	}
	if s.Population != nil {
		if err := s.Population.Check(); err != nil {
			return err
		}
	}
	for i := range s.Designs {
		if err := s.Designs[i].check(); err != nil {
			return err
		}
	}
	for i := range s.Patterns {
		if err := s.Patterns[i].check(); err != nil {
			return err
		}
	}
	return nil
}

func most(what string, n int) error {
	return errors.New("There can be at most " + strconv.Itoa(n) + " " + what + ".")
}

// text checks texts of a person's own: that they are no longer than most, and on one line where lines would do harm.
func short(what string, most int, texts ...string) error {
	for _, t := range texts {
		if len(t) > most || !utf8.ValidString(t) {
			return errors.New("A " + what + " has at most " + strconv.Itoa(most) + " bytes of text.")
		}
	}
	return nil
}

func (d *Design) check() error {
	if len(d.Indexes) > MaxIndexes {
		return most("indexes of a design", MaxIndexes)
	}
	err := errors.Join(short("name", MaxName, d.Name), short("template", keydesign.MaxTemplate, d.Partition, d.Row))
	for _, x := range d.Indexes {
		switch x.Kind {
		case SamePartition, OtherPartition, KeyList, OtherTable:
		default:
			return errors.New("An index is of the kind same-partition, other-partition, key-list or other-table.")
		}
		err = errors.Join(err, short("name", MaxName, x.Name), short("template", keydesign.MaxTemplate, x.Partition, x.Row), names(x.Properties))
	}
	return first(err)
}

// first returns the first of joined errors.
func first(err error) error {
	if list, ok := err.(interface{ Unwrap() []error }); ok {
		return first(list.Unwrap()[0])
	}
	return err
}

func names(list []string) error {
	if len(list) > MaxNames {
		return most("properties in a list", MaxNames)
	}
	return short("property name", 4*engine.MaxPropertyName, list...)
}

func (p *Pattern) check() error {
	switch p.Kind {
	case Read, Insert, Update, Delete:
	default:
		return errors.New("An access pattern is a read, insert, update or delete.")
	}
	switch {
	case !within(p.PerDay, 0, 1e12):
		return errors.New("A pattern is called 0 to 1,000,000,000,000 times a day.")
	case !within(p.Rate, 0, 1e6):
		return errors.New("A rate is 0 to 1,000,000 entities a second.")
	case p.Top < 0 || p.Top > MaxTop:
		return errors.New("A pattern wants at most " + strconv.Itoa(MaxTop) + " entities, or all.")
	case p.Batch < 0 || p.Batch > engine.MaxBatchOps:
		return errors.New("A transaction writes 1 to 100 entities.")
	}
	return first(errors.Join(short("name", MaxName, p.Name), short("filter", MaxFilter, p.Filter), names(p.Select), names(p.Changed),
		short("property name", 4*engine.MaxPropertyName+1, p.Order, p.Together, p.Arrival)))
}

func within(v, from, to float64) bool { return v >= from && v <= to && !math.IsNaN(v) }
