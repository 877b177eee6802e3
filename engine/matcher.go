package engine

import (
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// matcher evaluates a filter on the entities of one table version, bound once for each layout it meets. It is for one
// goroutine.
type matcher struct {
	filter  *filterlang.Matcher
	layouts []*layout
	bound   []*filterlang.Binding // by layout
}

func newMatcher(filter filterlang.Expr, options filterlang.MatchOptions, t *table) *matcher {
	return &matcher{filterlang.Compile(filter, options), t.schema.layouts, make([]*filterlang.Binding, len(t.schema.layouts))}
}

// bind returns the filter bound to the layout of that number.
func (m *matcher) bind(number uint32) *filterlang.Binding {
	b := m.bound[number]
	if b == nil {
		made := m.filter.Bind(m.layouts[number])
		b = &made
		m.bound[number] = b
	}
	return b
}

// noLayout is no layout's number.
const noLayout = ^uint32(0)

// cursor remembers the binding of the last entity's layout: entities of one layout mostly come together.
type cursor struct {
	*matcher
	number uint32
	now    *filterlang.Binding
}

func (m *matcher) cursor() cursor { return cursor{m, noLayout, nil} }

// at returns the binding for an entity.
func (c *cursor) at(p edm.Packed) *filterlang.Binding {
	if n := edm.PackedLayoutNumber(p); n != c.number {
		c.number, c.now = n, c.bind(n)
	}
	return c.now
}
