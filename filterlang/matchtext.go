package filterlang

import "rangefinder/filterlang/edm"

// textTest is a comparison of a text with a literal, bytewise.
type textTest uint8

const (
	textEqual textTest = iota
	textOther
	textFrom   // text >= literal
	textBefore // text < literal
)

// textTestOf reduces the six operators to four: literal + U+0000 is the least text above the literal, so "gt literal" is
// "ge" of it and "le literal" is "lt" of it.
func textTestOf(op Op, literal string) (textTest, string) {
	switch op {
	case Eq:
		return textEqual, literal
	case Ne:
		return textOther, literal
	case Gt:
		return textFrom, literal + "\x00"
	case Ge:
		return textFrom, literal
	case Le:
		return textBefore, literal + "\x00"
	default:
		return textBefore, literal
	}
}

// constantText tells the tests that no text can change: everything is from the empty text on.
func constantText(test textTest, literal string) (node, bool) {
	if literal == "" && (test == textFrom || test == textBefore) {
		return constantNode(test == textFrom), true
	}
	return node{}, false
}

// bindKey compares the sort form of a key with that of the literal, which orders any two texts as UTF-16 does; that no key
// holds control characters needs no care here.
func bindKey(op Op, literal string, row bool) node {
	test, literal := textTestOf(op, edm.SortForm(literal))
	if n, ok := constantText(test, literal); ok {
		return n
	}
	match := func(p edm.Packed) bool {
		low, high := edm.PackedHeader, edm.PackedHeader+int(uint(p[2])|uint(p[3]&0x7F)<<8)
		if row {
			low, high = high+1, edm.PackedHeader+int(uint(p[0])|uint(p[1])<<8)
		}
		key := p[low:high]
		switch test {
		case textEqual:
			return key == literal
		case textOther:
			return key != literal
		case textFrom:
			return key >= literal
		default:
			return key < literal
		}
	}
	return node{match: match, cost: costText}
}

// bindText compares a String, Binary or Guid. Only the order of Strings is not the order of their bytes, and only for a
// literal that holds a character from U+E000 on: at the first difference from any other literal, its byte is below 0xEE and
// there both orders agree.
func bindText(op Op, literal string, slot edm.PackedSlot, fixed int) node {
	if slot.Type == edm.String && op != Eq && op != Ne && !bytesOrderText(literal) {
		return node{match: matchUTF16(op, literal, slot, fixed), cost: costUTF16}
	}
	test, literal := textTestOf(op, literal)
	if n, ok := constantText(test, literal); ok {
		return n
	}
	if slot.Type == edm.Guid {
		return node{match: matchGuid(test, literal, edm.PackedHeader+slot.Offset), cost: costText}
	}
	return node{match: matchBytes(test, literal, slot, fixed), cost: costText}
}

// bytesOrderText reports whether comparing any UTF-8 text with this one bytewise is the UTF-16 order.
func bytesOrderText(literal string) bool {
	for i := 0; i < len(literal); i++ {
		if literal[i] >= 0xEE {
			return false
		}
	}
	return true
}

func matchBytes(test textTest, literal string, slot edm.PackedSlot, fixed int) Predicate {
	offset, before := edm.PackedHeader+slot.Offset, edm.PackedHeader+slot.Before
	first := slot.Before < 0
	fixed += edm.PackedHeader
	return func(p edm.Packed) bool {
		key := int(uint(p[0]) | uint(p[1])<<8)
		b := p[key+offset : key+offset+4]
		end := int(uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24)
		start := 0
		if !first {
			b = p[key+before : key+before+4]
			start = int(uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24)
		}
		text := p[key+fixed+start : key+fixed+end]
		switch test {
		case textEqual:
			return text == literal
		case textOther:
			return text != literal
		case textFrom:
			return text >= literal
		default:
			return text < literal
		}
	}
}

func matchGuid(test textTest, literal string, offset int) Predicate {
	return func(p edm.Packed) bool {
		at := int(uint(p[0])|uint(p[1])<<8) + offset
		guid := p[at : at+16]
		switch test {
		case textEqual:
			return guid == literal
		case textOther:
			return guid != literal
		case textFrom:
			return guid >= literal
		default:
			return guid < literal
		}
	}
}

// matchUTF16 is the slow, general order of Strings.
func matchUTF16(op Op, literal string, slot edm.PackedSlot, fixed int) Predicate {
	return func(p edm.Packed) bool {
		return holds(op, edm.CompareString(edm.PackedText(p, slot, fixed), literal))
	}
}
