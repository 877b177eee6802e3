package keydesign

import (
	"rangefinder/engine"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// Maker makes keys of many entities by one template, without looking for their properties each time. It belongs to one
// goroutine.
type Maker struct {
	t     *Template
	bound []bound // the layouts met last
	at    int     // the one of the entity before
	text  []byte
	last  string
}

// bound is where the parts of a template are in entities of a layout.
type bound struct {
	layout *engine.Layout
	slots  []int // by part
}

// boundLayouts is how many layouts a Maker remembers: entities of a few kinds often stand among each other.
const boundLayouts = 8

// Maker returns a maker of the template's keys.
func (t *Template) Maker() *Maker { return &Maker{t: t} }

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
	text := m.text[:0] // is stored once: while garbage is collected each store of a pointer costs
	var err error
	for i, slot := range m.slots(e.Layout()) {
		p := &m.t.parts[i]
		switch slot {
		case literalSlot:
			text = append(text, p.Literal...)
			continue
		case noSlot:
			continue
		case partitionKeySlot:
			text, err = p.append(text, edm.NewString(e.PartitionKey()))
		case rowKeySlot:
			text, err = p.append(text, edm.NewString(e.RowKey()))
		case timestampSlot:
			text, err = p.append(text, edm.NewDateTime(e.Timestamp()))
		default:
			text, err = p.append(text, e.Property(slot).Value)
		}
		if err != nil {
			return nil, err
		}
	}
	m.text = text
	return text, nil
}

// slots returns where the parts are in entities of a layout.
func (m *Maker) slots(l *engine.Layout) []int {
	if m.at < len(m.bound) && m.bound[m.at].layout == l {
		return m.bound[m.at].slots
	}
	for i := range m.bound {
		if m.bound[i].layout == l {
			m.at = i
			return m.bound[i].slots
		}
	}
	if len(m.bound) == boundLayouts {
		m.bound = m.bound[:0]
	}
	m.at = len(m.bound)
	m.bound = append(m.bound, bound{l, m.bind(l)})
	return m.bound[m.at].slots
}

func (m *Maker) bind(l *engine.Layout) []int {
	slots := make([]int, len(m.t.parts))
	for i := range m.t.parts {
		switch p := &m.t.parts[i]; {
		case p.Property == "":
			slots[i] = literalSlot
		case l.Index(p.Property) >= 0:
			slots[i] = l.Index(p.Property)
		case p.Property == filterlang.PartitionKey:
			slots[i] = partitionKeySlot
		case p.Property == filterlang.RowKey:
			slots[i] = rowKeySlot
		case p.Property == filterlang.Timestamp:
			slots[i] = timestampSlot
		default:
			slots[i] = noSlot
		}
	}
	return slots
}

// append appends what text returns; what is most often asked for takes no memory.
func (p *Part) append(dst []byte, v edm.Value) ([]byte, error) {
	switch t := v.Type(); {
	case len(p.Functions) == 0 && t == edm.String:
		return append(dst, v.Text()...), nil
	case len(p.Functions) == 1 && t == edm.DateTime:
		switch f := &p.Functions[0]; {
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
