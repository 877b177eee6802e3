package interchange

import "rangefinder/filterlang/edm"

// nearly returns the type that a column of Strings would have without a few odd values, nil if there is none. Each odd value is one that the
// type refuses, or one that can be read as the type although it is written otherwise, as yes and 1 as a Boolean: where all can, Read says what
// the first becomes. Of numbers each has to be refused: 007 is read as 7, and whoever wrote it may want its zeros.
func (c *columnStats) nearly() *Nearly {
	for _, t := range [...]edm.Type{edm.Double, edm.Int64, edm.DateTime, edm.Boolean, edm.Guid} {
		number := t == edm.Double || t == edm.Int64
		n := Nearly{Type: t, Values: c.present}
		narrow, written := ^types(0), 0
		var others []string // that are not written as the type
		for text, at := range c.values {
			set := c.plain(text)
			if !c.bare { // what would be a number is in quotes because it is none
				set = 1 << looksQuoted(text)
			}
			if set.has(t) {
				written += at.count
				narrow &= set
			} else {
				others = append(others, text)
			}
		}
		n.Fit = written
		var odd, loose first
		read := map[edm.Value]bool{}
		for _, text := range others {
			if v, err := edm.ParseText(t, text); err == nil && !number {
				n.Fit += c.values[text].count
				loose.see(text, c.values[text].line)
				read[v] = true
			} else {
				odd.see(text, c.values[text].line)
			}
		}
		words := t == edm.Boolean && c.bare && len(read) > 1 // such as yes and no: NO alone is a country
		if len(others) == 0 || n.Fit < 2 || (n.Values-n.Fit)*2 > n.Fit || 2*written < n.Fit && !words {
			continue
		}
		if odd.line == 0 {
			v, _ := edm.ParseText(t, loose.text)
			odd, n.Read = loose, v.Display()
		}
		n.Odd, n.Line = cut(odd.text, 60), odd.line
		if !number {
			return &n
		}
		n.Type = narrow.narrowest()
		long := true // every odd value is a number, which a Double holds with fewer digits
		for _, text := range others {
			_, is := c.number(text)
			long = long && is
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
