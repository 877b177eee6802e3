package keydesign

import (
	"unicode/utf8"

	"rangefinder/filterlang/edm"
)

// shape is what a chain of functions keeps of the order of values of one type, and what is so about one value of them.
type shape struct {
	text string // of the value

	// order is 1 when a greater value never has a lesser text, -1 when it never has a greater one, and 0 when nothing is known.
	order int
	// fixed: all texts are as long, so that none is the beginning of another.
	fixed bool
	// digits: what differs between texts of a fixed length is digits only.
	digits bool
	// least: no lesser value has this text; greatest: no greater one has.
	least, greatest bool
	// longest is how many characters a text has at most, 0 when nothing is known.
	longest int
}

// shape returns the shape of a part for values of v's type, and its text for v. ok is false when v has none.
func (p *Part) shape(v edm.Value) (s shape, ok bool) {
	text, err := p.text(v)
	if err != nil {
		return s, false
	}
	s = shape{least: true, greatest: true, text: plain(v)}
	switch v.Type() {
	case edm.String, edm.Boolean, edm.Binary:
		s.order = 1
	case edm.DateTime, edm.Guid:
		s.order, s.fixed = 1, true
		s.digits = v.Type() == edm.DateTime
	}
	raw := true
	for i := range p.Functions {
		s.step(&p.Functions[i], v, raw)
		raw = false
	}
	s.text = text
	return s, true
}

// step takes the shape through one more function.
func (s *shape) step(f *Function, v edm.Value, raw bool) {
	before := s.text
	s.text = f.apply(s.text)
	dated := raw && v.Type() == edm.DateTime
	switch {
	case dated && (f.kind == date || f.kind == inverse && f.parts != nil):
		s.text = format(v.Ticks(), f.parts, f.kind == inverse)
		s.least, s.greatest = false, false
		switch {
		case !ordered(f.parts):
			s.order = 0
		case f.kind == inverse:
			s.order = -1
		}
	case dated && f.kind == ticks:
		s.text = string(appendDigits(nil, int64(v.Ticks()), 19))
	case dated && f.kind == inverse:
		s.text = string(appendDigits(nil, int64(edm.MaxTicks-v.Ticks()), 19))
		s.order = -1
	case raw && f.kind == pad && isNumber(v.Type()):
		s.text, _ = padNumber(v, f.n)
		s.order = 1
		s.fixed = v.Type() != edm.Double
		s.digits = s.fixed
	case f.kind == guid && raw && v.Type() == edm.Guid:
		s.text = before
	case f.kind == inverse && s.fixed && s.digits:
		s.order = -s.order
	case f.kind == prefix:
		s.longest = f.n
		// The text is one of those that begin with n characters of it. When it is all there is, it is the least of them.
		switch n := utf8.RuneCountInString(before); {
		case n < f.n:
		case n == f.n && s.order > 0:
			s.greatest = s.greatest && s.fixed
		case n == f.n && s.order < 0:
			s.least = s.least && s.fixed
		default:
			s.least, s.greatest = false, false
		}
	default:
		*s = shape{text: s.text}
	}
}
