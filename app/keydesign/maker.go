package keydesign

import (
	"rangefinder/engine"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// Maker makes keys of many entities by one template, without looking for their properties each time. It belongs to one
// goroutine.
type Maker struct {
	t      *Template
	layout *engine.Layout // of the entity before
	slots  []int          // of the parts in it
	text   []byte
	last   string
}

// Maker returns a maker of the template's keys.
func (t *Template) Maker() *Maker { return &Maker{t: t, slots: make([]int, len(t.parts))} }

// What a part is made of, when it is no slot.
const (
	noSlot = -1 - iota
	literalSlot
	partitionKeySlot
	rowKeySlot
	timestampSlot
)

// Key returns the key that the template makes of an entity, as Template.Key does. Errors: *ValueError.
func (m *Maker) Key(e engine.Entity) (string, error) {
	text, err := m.Text(e)
	if err != nil {
		return "", err
	}
	if string(text) != m.last { // many entities of a partition come one after another
		m.last = string(text)
	}
	return m.last, nil
}

// Text is Key in memory that the next call uses again.
func (m *Maker) Text(e engine.Entity) ([]byte, error) {
	if l := e.Layout(); l != m.layout {
		m.bind(l)
	}
	m.text = m.text[:0]
	var err error
	for i, slot := range m.slots {
		p := &m.t.parts[i]
		switch slot {
		case literalSlot:
			m.text = append(m.text, p.Literal...)
			continue
		case noSlot:
			continue
		case partitionKeySlot:
			m.text, err = p.append(m.text, edm.NewString(e.PartitionKey()))
		case rowKeySlot:
			m.text, err = p.append(m.text, edm.NewString(e.RowKey()))
		case timestampSlot:
			m.text, err = p.append(m.text, edm.NewDateTime(e.Timestamp()))
		default:
			m.text, err = p.append(m.text, e.Property(slot).Value)
		}
		if err != nil {
			return nil, err
		}
	}
	return m.text, nil
}

func (m *Maker) bind(l *engine.Layout) {
	m.layout = l
	for i := range m.t.parts {
		switch p := &m.t.parts[i]; {
		case p.Property == "":
			m.slots[i] = literalSlot
		case l.Index(p.Property) >= 0:
			m.slots[i] = l.Index(p.Property)
		case p.Property == filterlang.PartitionKey:
			m.slots[i] = partitionKeySlot
		case p.Property == filterlang.RowKey:
			m.slots[i] = rowKeySlot
		case p.Property == filterlang.Timestamp:
			m.slots[i] = timestampSlot
		default:
			m.slots[i] = noSlot
		}
	}
}

// append appends what text returns; what is most often asked for takes no memory.
func (p *Part) append(dst []byte, v edm.Value) ([]byte, error) {
	switch t := v.Type(); {
	case len(p.Filters) == 0 && t == edm.String:
		return append(dst, v.Text()...), nil
	case len(p.Filters) == 1 && t == edm.DateTime:
		switch f := &p.Filters[0]; {
		case f.kind == ticks:
			return appendDigits(dst, int64(v.Ticks()), 19), nil
		case f.kind == inverse && f.parts == nil:
			return appendDigits(dst, int64(edm.MaxTicks-v.Ticks()), 19), nil
		case f.kind == date, f.kind == inverse:
			return appendFormat(dst, v.Ticks(), f.parts, f.kind == inverse), nil
		}
	}
	s, err := p.text(v)
	return append(dst, s...), err
}
