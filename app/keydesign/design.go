package keydesign

import (
	"strings"

	"rangefinder/engine"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// Design is a way to make both keys of an entity.
type Design struct {
	Partition, Row *Template
}

// ParseDesign reads the templates of both keys. The error is the *SyntaxError of the first that is refused.
func ParseDesign(partition, row string) (Design, error) {
	p, err := Parse(partition)
	if err != nil {
		return Design{}, err
	}
	r, err := Parse(row)
	return Design{p, r}, err
}

// Key returns the key that a template makes of an entity; get returns a property of it, the keys it had included, and the
// zero Value for one that is absent. Errors: *ValueError for a value that a function cannot take.
func (t *Template) Key(get func(property string) edm.Value) (string, error) {
	var b strings.Builder
	for i := range t.parts {
		p := &t.parts[i]
		if p.Property == "" {
			b.WriteString(p.Literal)
			continue
		}
		s, err := p.text(get(p.Property))
		if err != nil {
			return "", err
		}
		b.WriteString(s)
	}
	return b.String(), nil
}

// Keys returns the keys of an entity; see Template.Key. Errors: *ValueError, and the *engine.Error of a key that the service
// refuses, such as one with a slash.
func (d Design) Keys(get func(property string) edm.Value) (partitionKey, rowKey string, err error) {
	if partitionKey, err = d.Partition.Key(get); err != nil {
		return "", "", err
	}
	if rowKey, err = d.Row.Key(get); err != nil {
		return "", "", err
	}
	if err = engine.CheckKey(filterlang.PartitionKey, partitionKey); err == nil {
		err = engine.CheckKey(filterlang.RowKey, rowKey)
	}
	return partitionKey, rowKey, err
}
