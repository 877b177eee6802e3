package tablerest

import (
	"encoding/base64"
	"strconv"
	"strings"
	"unicode/utf8"

	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

// maxMembers bounds the members of one JSON object: 252 properties, keys and Timestamp, each with an annotation, and as many
// nulls again.
const maxMembers = 1024

// object is one JSON object of scalar members, with the type annotations put to the members they are about. Nothing else
// comes on the wire as an entity.
type object struct {
	members []member
	index   map[string]int // by name; used when there are many
	etag    string         // the JSON text of the entity's ETag; "" without
}

type member struct {
	name    string
	raw     string   // the JSON text of the value; "" when only its annotation came
	typ     edm.Type // of the annotation, NoType without
	plain   bool     // raw is a string without escapes
	typed   bool     // an annotation came
	badType string   // the annotation when it names no type
}

// indexFrom is the number of members from which they are looked up in a map.
const indexFrom = 24

// named returns the member of that name, a new one when it is new.
func (o *object) named(name string) *member {
	if len(o.members) < indexFrom {
		for i := len(o.members) - 1; i >= 0; i-- {
			if o.members[i].name == name {
				return &o.members[i]
			}
		}
	} else {
		if o.index == nil {
			o.index = make(map[string]int, 4*indexFrom)
			for i := range o.members {
				o.index[o.members[i].name] = i
			}
		}
		if i, ok := o.index[name]; ok {
			return &o.members[i]
		}
		o.index[name] = len(o.members)
	}
	o.members = append(o.members, member{name: name})
	return &o.members[len(o.members)-1]
}

// scanner reads JSON text of valid UTF-8 from a place on. The strings it gives share the text's memory.
type scanner struct {
	text string
	at   int
}

func (s *scanner) space() {
	for s.at < len(s.text) {
		switch s.text[s.at] {
		case ' ', '\t', '\r', '\n':
			s.at++
		default:
			return
		}
	}
}

// take skips white space and then c, and reports whether c was there.
func (s *scanner) take(c byte) bool {
	s.space()
	if s.at < len(s.text) && s.text[s.at] == c {
		s.at++
		return true
	}
	return false
}

// quoted reads a string with its quotes; plain is set when it has no escapes. ok is false when there is none or it holds a
// control character.
func (s *scanner) quoted() (raw string, plain, ok bool) {
	if !s.take('"') {
		return "", false, false
	}
	plain = true
	for i := s.at; i < len(s.text); i++ {
		switch c := s.text[i]; {
		case c == '"':
			raw = s.text[s.at-1 : i+1]
			s.at = i + 1
			return raw, plain, true
		case c == '\\':
			plain = false
			i++
		case c < ' ':
			return "", false, false
		}
	}
	return "", false, false
}

// scalar reads the text of a string, number, true, false or null. Numbers and words are not checked yet.
func (s *scanner) scalar() (raw string, plain, ok bool) {
	s.space()
	if s.at == len(s.text) {
		return "", false, false
	}
	if s.text[s.at] == '"' {
		return s.quoted()
	}
	start := s.at
	for s.at < len(s.text) {
		switch c := s.text[s.at]; c {
		case ',', '}', ']', ' ', '\t', '\r', '\n':
			return s.text[start:s.at], false, s.at > start
		case '{', '[', '"', ':':
			return "", false, false
		default:
			s.at++
		}
	}
	return s.text[start:], false, true
}

// unquote returns the text of a JSON string.
func unquote(raw string, plain bool) (string, bool) {
	if plain {
		return raw[1 : len(raw)-1], true
	}
	v, err := edm.ParseJSON(edm.String, []byte(raw))
	return v.Text(), err == nil
}

const (
	annotation     = "@odata."
	typeAnnotation = "@odata.type"
	etagMember     = "odata.etag"
)

// object reads an object into o. The error is InvalidInput for anything but one level of scalars, TooManyProperties, or
// DuplicatePropertiesSpecified.
func (s *scanner) object(o *object) *engine.Error {
	o.members, o.index, o.etag = o.members[:0], nil, ""
	if !s.take('{') {
		return s.fail("an object was expected")
	}
	if s.take('}') {
		return nil
	}
	for n := 0; ; n++ {
		if n == 2*maxMembers {
			return engine.Errorf(engine.TooManyProperties, "The object has more than %d members.", 2*maxMembers)
		}
		raw, plain, ok := s.quoted()
		if !ok {
			return s.fail("a name in double quotes was expected")
		}
		name, ok := unquote(raw, plain)
		if !ok {
			return s.fail("a name is not a JSON string")
		}
		if !s.take(':') {
			return s.fail("a colon was expected")
		}
		if raw, plain, ok = s.scalar(); !ok {
			return s.fail("a string, number, true, false or null was expected")
		}
		if err := o.add(name, raw, plain); err != nil {
			return err
		}
		if s.take(',') {
			continue
		}
		if s.take('}') {
			return nil
		}
		return s.fail("a comma or the end of the object was expected")
	}
}

// add takes one member.
func (o *object) add(name, raw string, plain bool) *engine.Error {
	if at := strings.IndexByte(name, '@'); at >= 0 && strings.HasPrefix(name[at:], annotation) {
		if name[at:] != typeAnnotation {
			return nil
		}
		m := o.named(name[:at])
		if m.typed {
			return duplicate(name)
		}
		m.typed = true
		text, ok := "", len(raw) > 0 && raw[0] == '"'
		if ok {
			text, ok = unquote(raw, plain)
		}
		t, err := edm.ParseType(text)
		if !ok || err != nil {
			m.badType = raw
		}
		m.typ = t
		return nil
	}
	if strings.HasPrefix(name, "odata.") {
		if name == etagMember {
			o.etag = raw
		}
		return nil
	}
	m := o.named(name)
	if m.raw != "" { // a name given twice stays twice: the engine says so when its turn comes
		o.members = append(o.members, member{name: name})
		m = &o.members[len(o.members)-1]
	}
	m.raw, m.plain = raw, plain
	return nil
}

func duplicate(name string) *engine.Error {
	err := engine.Errorf(engine.DuplicatePropertiesSpecified, "%s is given twice; leave one.", strconv.Quote(name))
	err.Field = name
	return err
}

func (s *scanner) fail(what string) *engine.Error {
	return engine.Errorf(engine.InvalidInput, "The JSON is malformed at byte %d: %s.", s.at, what)
}

// value returns the value of a member, by its annotation or by its form. null and a member without a value give the zero
// Value. The error is InvalidInput.
func (m *member) value() (edm.Value, *engine.Error) {
	if m.badType != "" {
		return edm.Value{}, m.fail(m.badType + " names none of the eight types.")
	}
	switch {
	case m.raw == "":
		return edm.Value{}, nil
	case m.plain:
		text := m.raw[1 : len(m.raw)-1]
		switch m.typ {
		case edm.NoType, edm.String:
			return edm.NewString(text), nil
		case edm.Binary:
			if b, err := base64.StdEncoding.Strict().DecodeString(text); err == nil && strings.IndexByte(text, '\n') < 0 {
				return edm.NewBinary(string(b)), nil
			}
		case edm.DateTime:
			if t, err := edm.ParseDateTime(text); err == nil {
				return edm.NewDateTime(t), nil
			}
		}
	case m.typ == edm.NoType || m.typ == edm.Int32:
		if n, ok := smallInt(m.raw); ok {
			return edm.NewInt32(n), nil
		}
	}
	v, err := edm.ParseJSON(m.typ, []byte(m.raw))
	if err != nil {
		return edm.Value{}, m.fail(err.Error())
	}
	return v, nil
}

func (m *member) fail(detail string) *engine.Error {
	err := engine.Errorf(engine.InvalidInput, "The property %s: %s", strconv.Quote(m.name), detail)
	err.Field = m.name
	return err
}

// smallInt reads a JSON number of at most nine digits without point and exponent.
func smallInt(s string) (int32, bool) {
	digits := strings.TrimPrefix(s, "-")
	if digits == "" || len(digits) > 9 || digits[0] == '0' && len(digits) > 1 {
		return 0, false
	}
	n := int32(0)
	for i := 0; i < len(digits); i++ {
		c := digits[i]
		if c < '0' || c > '9' {
			return 0, false
		}
		n = n*10 + int32(c-'0')
	}
	if len(digits) < len(s) {
		n = -n
	}
	return n, true
}

// validText says whether a body can be JSON at all.
func validText(body string) *engine.Error {
	if !utf8.ValidString(body) {
		return engine.Errorf(engine.InvalidInput, "The body is not valid UTF-8.")
	}
	return nil
}

// readBodyObject reads a body that is one object.
func readBodyObject(body string, o *object) *engine.Error {
	if err := validText(body); err != nil {
		return err
	}
	s := scanner{text: body}
	if err := s.object(o); err != nil {
		return err
	}
	if s.space(); s.at < len(body) {
		return s.fail("something follows the object")
	}
	return nil
}
