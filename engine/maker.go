package engine

import "rangefinder/filterlang/edm"

// EntityMaker makes entities as NewEntity does, for many at a time: those of the same properties share what is known of them.
// The zero EntityMaker is ready. It belongs to one goroutine; the entities it makes do not need it.
type EntityMaker struct {
	interner *interner
	values   []edm.Value
}

// New makes an entity; see NewEntity. It keeps nothing of properties, whose names and values may share a text that goes.
func (m *EntityMaker) New(partitionKey, rowKey string, timestamp edm.Ticks, properties []Property) (Entity, error) {
	op := Op{Kind: Insert, PartitionKey: partitionKey, RowKey: rowKey, Properties: properties}
	if err := checkRequest(&op); err != nil {
		return Entity{}, err
	}
	if err := checkLimits(&op); err != nil {
		return Entity{}, err
	}
	if m.interner == nil {
		m.interner = newInterner(schema{})
	}
	l, values := m.interner.intern(withoutNulls(properties), m.values[:0])
	m.values = values
	e := Entity{edm.Pack(0, timestamp, partitionKey, rowKey, l.Layout, values), l}
	if err := checkEntity(e); err != nil {
		return Entity{}, err
	}
	return e, nil
}
