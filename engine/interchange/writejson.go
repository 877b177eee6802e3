package interchange

import (
	"math"
	"strconv"
	"unicode/utf8"
	"unsafe"

	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

// appendListHead appends the beginning of a list as the service answers it.
func appendListHead(b []byte, account, table string) []byte {
	url := "https://" + account + ".table.core.windows.net"
	if account == "" {
		url = "http://127.0.0.1:10002/devstoreaccount1"
	}
	b = append(b, `{"odata.metadata":`...)
	return append(appendText(b, url+"/$metadata#"+table), `,"value":[`...)
}

// prefix is what stands before a value of a property: its name, with its type before it where the type needs saying.
type prefix struct {
	name  string
	typ   edm.Type
	plain []byte // ,"Name":
	typed []byte // ,"Name@odata.type":"Edm.Int64","Name":
}

// appendEntity appends an entity as a JSON object.
func (w *Writer) appendEntity(b []byte, e engine.Entity) []byte {
	b = append(b, '{')
	annotated := w.o.Format != PlainJSON
	stamped := w.o.Format != Workspace && (!w.o.Bare || !annotated)
	if stamped {
		w.stamped(e.Timestamp())
		if annotated {
			b = append(b, `"odata.etag":`...)
			b = append(append(b, w.etag...), ',')
		}
	}
	b = appendText(append(b, `"PartitionKey":`...), e.PartitionKey())
	b = appendText(append(b, `,"RowKey":`...), e.RowKey())
	if stamped {
		b = append(append(append(b, `,"Timestamp":"`...), w.time...), '"')
	}
	if w.o.Project {
		for i, name := range w.o.Columns {
			if v, ok := e.Value(name); ok && custom(name) {
				b = w.appendProperty(b, i, engine.Property{Name: name, Value: v}, annotated)
			}
		}
	} else {
		for i := range e.Len() {
			b = w.appendProperty(b, i, e.Property(i), annotated)
		}
	}
	return append(b, '}')
}

// custom reports whether a name of a $select is not one of the keys and the Timestamp, which are always written.
func custom(name string) bool { return engine.CheckPropertyName(name) == nil }

// appendProperty appends a member; i is its place in the entity.
func (w *Writer) appendProperty(b []byte, i int, p engine.Property, annotated bool) []byte {
	for len(w.prefixes) <= i {
		w.prefixes = append(w.prefixes, prefix{})
	}
	known := &w.prefixes[i]
	if t := p.Value.Type(); known.typ != t || known.name != p.Name {
		known.name, known.typ = p.Name, t
		known.plain = append(appendText(append(known.plain[:0], ','), p.Name), ':')
		known.typed = append(appendText(append(known.typed[:0], ','), p.Name+"@odata.type"), `:"`+t.EDM()+`"`...)
		known.typed = append(known.typed, known.plain...)
	}
	if annotated && needsType(p.Value) {
		b = append(b, known.typed...)
	} else {
		b = append(b, known.plain...)
	}
	switch v := p.Value; {
	case v.Type() == edm.String:
		return appendText(b, v.Text())
	case v.Type() == edm.Int64 && !annotated: // in quotes it would be a String
		return strconv.AppendInt(b, v.Int(), 10)
	default:
		return appendValue(b, v)
	}
}

// needsType reports whether the type is written beside the value. Beyond what the service does, a Double that is a whole
// number has it: programs that read 10.0 as the number 10 give it back as an Int32 otherwise.
func needsType(v edm.Value) bool {
	if v.Type() == edm.Double {
		f := v.Float()
		return f == math.Trunc(f) && math.Abs(f) < 1e21 || f-f != 0
	}
	return v.NeedsAnnotation()
}

// appendValue is edm.AppendJSON except that a Double of -0.0 keeps its sign.
func appendValue(b []byte, v edm.Value) []byte {
	if v.Type() == edm.Double && v.Float() == 0 && math.Signbit(v.Float()) {
		return append(b, "-0.0"...)
	}
	return edm.AppendJSON(b, v)
}

// appendText appends s as a JSON string. What is not ASCII stays as it is, so that people can read the file, save control
// characters, line separators, byte order marks and noncharacters, which other programs stumble over.
func appendText(b []byte, s string) []byte {
	b = append(b, '"')
	done := 0
	raw := unsafe.Slice(unsafe.StringData(s), len(s))
	for i := 0; ; {
		if i = plainRun(raw, i); i >= len(s) {
			break
		}
		c := s[i]
		r, n := rune(c), 1
		if c >= utf8.RuneSelf {
			if r, n = utf8.DecodeRuneInString(s[i:]); !troublesome(r) {
				i += n
				continue
			}
		}
		b = append(b, s[done:i]...)
		switch {
		case c == '"' || c == '\\':
			b = append(b, '\\', c)
		case c == '\n':
			b = append(b, '\\', 'n')
		case c == '\r':
			b = append(b, '\\', 'r')
		case c == '\t':
			b = append(b, '\\', 't')
		default:
			const digits = "0123456789abcdef"
			b = append(b, '\\', 'u', digits[r>>12&15], digits[r>>8&15], digits[r>>4&15], digits[r&15])
		}
		i += n
		done = i
	}
	return append(append(b, s[done:]...), '"')
}

// troublesome reports whether a character of the basic plane beyond ASCII is written as an escape.
func troublesome(r rune) bool {
	return r <= 0x9f || r == 0x2028 || r == 0x2029 || r == 0xfeff || 0xfdd0 <= r && r <= 0xfdef || r == 0xfffe || r == 0xffff
}
