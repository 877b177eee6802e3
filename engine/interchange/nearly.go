package interchange

import "rangefinder/filterlang/edm"

// nearly returns the type that a column of Strings would have without a few odd values, nil if there is none. Every odd value has to be
// one that the type refuses: 007 is read as 7, and whoever wrote it may want its zeros.
func (c *columnStats) nearly() *Nearly {
	for _, t := range [...]edm.Type{edm.Double, edm.Int64, edm.DateTime, edm.Boolean, edm.Guid} {
		n := Nearly{Type: t, Values: c.present}
		narrow := ^types(0)
		var first *seen
		for text, at := range c.values {
			if set := c.plain(text); set.has(t) {
				n.Fit += at.count
				narrow &= set
			} else if first == nil || at.line < first.line {
				first, n.Odd, n.Line = &at, cut(text, 60), at.line
			}
		}
		if odd := n.Values - n.Fit; first == nil || n.Fit < 2 || odd*2 > n.Fit {
			continue
		}
		if t == edm.Double || t == edm.Int64 {
			n.Type = narrow.narrowest()
		}
		for text := range c.values {
			if c.plain(text).has(t) {
				continue
			}
			if c.commas {
				text = dotted(text)
			}
			if _, err := edm.ParseText(n.Type, text); err == nil {
				return nil
			}
		}
		return &n
	}
	return nil
}
