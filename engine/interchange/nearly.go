package interchange

import "rangefinder/filterlang/edm"

// nearly returns the type that a column of Strings would have without a few odd values, nil if there is none. Every odd value has to be
// one that the type refuses: 007 is read as 7, and whoever wrote it may want its zeros.
func (c *columnStats) nearly() *Nearly {
	for _, t := range [...]edm.Type{edm.Double, edm.Int64, edm.DateTime, edm.Boolean, edm.Guid} {
		n := Nearly{Type: t, Values: c.present}
		narrow := ^types(0)
		var odd first
		for text, at := range c.values {
			if set := c.plain(text); set.has(t) {
				n.Fit += at.count
				narrow &= set
			} else {
				odd.see(text, at.line)
			}
		}
		if many := (n.Values-n.Fit)*2 > n.Fit; odd.line == 0 || n.Fit < 2 || many {
			continue
		}
		n.Odd, n.Line = cut(odd.text, 60), odd.line
		if t == edm.Double || t == edm.Int64 {
			n.Type = narrow.narrowest()
		}
		long := true // every odd value is a number, which a Double holds with fewer digits
		for text := range c.values {
			if c.plain(text).has(t) {
				continue
			}
			_, number := c.number(text)
			long = long && number
			if c.commas {
				text = dotted(text)
			}
			if _, err := edm.ParseText(n.Type, text); err == nil {
				return nil
			}
		}
		if long {
			n.Double, _ = c.number(odd.text)
		}
		return &n
	}
	return nil
}
