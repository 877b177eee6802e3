package edit

import (
	"encoding/json"
	"errors"
	"io"
	"math"
	"strconv"
	"strings"

	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// EntityJSON writes the form of an entity as the service's JSON, one property a line, each type told where JSON does not. problem
// names a row that is no value yet, which JSON cannot hold.
func EntityJSON(in *Inspector) (text, problem string) {
	b := []byte("{\n  \"PartitionKey\": ")
	b = edm.AppendJSON(b, edm.NewString(in.PK))
	b = append(b, ",\n  \"RowKey\": "...)
	b = edm.AppendJSON(b, edm.NewString(in.RK))
	for _, r := range in.Rows {
		if !r.Sent() {
			continue
		}
		v, err := edm.ParseText(r.Type, r.Typed())
		if err != nil || r.Name == "" {
			name := r.Name
			if name == "" {
				name = "The property without a name"
			}
			return "", name + " is not yet a value of its type, so JSON cannot hold it. Correct it in the form first."
		}
		b = append(b, ",\n  "...)
		if v.NeedsAnnotation() {
			b = edm.AppendJSONString(b, r.Name+"@odata.type")
			b = append(b, ": \""+v.Type().EDM()+"\",\n  "...)
		}
		b = edm.AppendJSONString(b, r.Name)
		b = append(b, ": "...)
		if v.Type() == edm.Double && v.Float() == 0 && math.Signbit(v.Float()) {
			b = append(b, "-0.0"...) // the service's own JSON loses the sign
			continue
		}
		b = edm.AppendJSON(b, v)
	}
	return string(readable(append(b, "\n}"...))), ""
}

// readable undoes escapes of characters that JSON can hold as they are and a person can read.
func readable(text []byte) []byte {
	var out []byte
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' || i+1 >= len(text) {
			out = append(out, text[i])
			continue
		}
		if text[i+1] == 'u' && i+6 <= len(text) {
			if n, err := strconv.ParseUint(string(text[i+2:i+6]), 16, 16); err == nil && n >= 0xa1 && n < 0x2000 && n != 0xad && !(n >= 0x600 && n <= 0x61c) {
				out = append(out, string(rune(n))...)
				i += 5
				continue
			}
		}
		out = append(out, text[i], text[i+1])
		i++
	}
	return out
}

// entityOf is an entity as its JSON says.
type entityOf struct {
	pk, rk     string
	names      []string
	values     map[string]edm.Value
	hasPK, has bool // the keys are there
}

// parseEntityJSON reads an entity. What it cannot hold exactly it refuses, with the property and what to write instead.
func ParseEntityJSON(text string) (*entityOf, error) {
	d := json.NewDecoder(strings.NewReader(text))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil, errors.New("An entity is one JSON object: { \"PartitionKey\": …, \"RowKey\": …, … }.")
	}
	raws, types := map[string]json.RawMessage{}, map[string]string{}
	e := &entityOf{values: map[string]edm.Value{}}
	for d.More() {
		t, err := d.Token()
		if err != nil {
			return nil, jsonError(text, err)
		}
		name, ok := t.(string)
		if !ok {
			return nil, errors.New("A property name is expected.")
		}
		var raw json.RawMessage
		if err := d.Decode(&raw); err != nil {
			return nil, jsonError(text, err)
		}
		if of, ok := strings.CutSuffix(name, "@odata.type"); ok {
			var typ string
			if json.Unmarshal(raw, &typ) != nil {
				return nil, errors.New(name + ": write the type as a string, as \"Edm.Int64\".")
			}
			types[of] = typ
			continue
		}
		if strings.HasPrefix(name, "odata.") || name == filterlang.Timestamp || strings.Contains(name, "@odata.") {
			continue // what the service says of an entity, and no part of it
		}
		if _, twice := raws[name]; twice {
			return nil, errors.New(name + " is there twice.")
		}
		raws[name] = raw
		e.names = append(e.names, name)
	}
	if _, err := d.Token(); err != nil {
		return nil, jsonError(text, err)
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, errors.New("Something follows the entity's last brace.")
	}
	names := e.names
	e.names = nil
	for _, name := range names {
		v, err := jsonValue(name, raws[name], types)
		if err != nil {
			return nil, err
		}
		delete(types, name)
		switch name {
		case filterlang.PartitionKey:
			e.pk, e.hasPK = v.Text(), v.Type() == edm.String
		case filterlang.RowKey:
			e.rk, e.has = v.Text(), v.Type() == edm.String
		default:
			if v.Type() != edm.NoType { // null: the service keeps no such property
				e.names = append(e.names, name)
				e.values[name] = v
			}
		}
	}
	for name := range types {
		return nil, errors.New(name + "@odata.type is there, but " + name + " is not.")
	}
	if !e.hasPK || !e.has {
		return nil, errors.New("PartitionKey and RowKey must be there, each a string.")
	}
	return e, nil
}

func jsonValue(name string, raw []byte, types map[string]string) (edm.Value, error) {
	t := edm.NoType
	if told, ok := types[name]; ok {
		for _, known := range edm.Types {
			if known.EDM() == told {
				t = known
			}
		}
		if t == edm.NoType {
			return edm.Value{}, errors.New(name + "@odata.type: there is no type " + words.Quote(told) + ". The types are Edm.String, Edm.Int32, Edm.Int64, Edm.Double, Edm.Boolean, Edm.DateTime, Edm.Guid and Edm.Binary.")
		}
	}
	v, err := edm.ParseJSON(t, raw)
	if err == nil && v.Type() == edm.DateTime && edm.Finer(string(raw)) {
		return edm.Value{}, errors.New(name + ": a DateTime keeps seven decimals of a second. Shorten it to " + v.Display() + ".")
	}
	if err == nil {
		return v, nil
	}
	reason := err.Error()
	if bad, ok := errors.AsType[*edm.TextError](err); ok {
		reason = bad.Reason + ". Write " + bad.Accepted
	}
	if t == edm.NoType {
		reason += ", or tell its type in " + name + "@odata.type"
	}
	return edm.Value{}, errors.New(name + ": " + reason + ".")
}

// plainSyntax puts what encoding/json says of a mistake into words of the person who made it.
var plainSyntax = strings.NewReplacer("invalid character ", "unexpected ",
	" looking for beginning of object key string", " where a property name in quotes is expected",
	" looking for beginning of value", " where a value is expected",
	" after object key:value pair", " where , or } is expected",
	" after array element", " where , or ] is expected")

// jsonError says where JSON is at fault.
func jsonError(text string, err error) error {
	if s, ok := errors.AsType[*json.SyntaxError](err); ok {
		before := text[:min(int(s.Offset), len(text))]
		return errors.New("Line " + words.Number(strings.Count(before, "\n")+1) + ": " + plainSyntax.Replace(s.Error()) + ".")
	}
	return errors.New("The JSON ends too early.")
}

// withJSON is the form with what the JSON says. Rows that say the same stay as they were typed.
func WithJSON(in Inspector, text string) (Inspector, error) {
	e, err := ParseEntityJSON(text)
	if err != nil {
		return in, err
	}
	form := in
	if e.pk != in.PK || e.rk != in.RK {
		in.PK, in.RK, in.Asked, in.Failed = e.pk, e.rk, "", nil
	}
	stored := map[string]bool{}
	if in.Original != nil {
		for _, p := range in.Original.Properties {
			stored[p.Name] = true
		}
	}
	var rows []PropertyRow
	seen := map[string]bool{}
	for _, r := range in.Rows {
		v, ok := e.values[r.Name]
		switch {
		case !ok && stored[r.Name]:
			r.Gone = true
		case !ok || seen[r.Name]:
			continue
		default:
			r.Gone = false
			if now, err := edm.ParseText(r.Type, r.Typed()); err != nil || r.Type != v.Type() || now.Display() != v.Display() {
				r.Type, r.Text, r.Form = v.Type(), v.Display(), PropertyRow{}.Form
			}
			seen[r.Name] = true
		}
		rows = append(rows, r)
	}
	for _, name := range e.names {
		if !seen[name] {
			in.Added++
			rows = append(rows, PropertyRow{ID: in.Added, Name: name, Type: e.values[name].Type(), Text: e.values[name].Display()})
		}
	}
	in.Rows = rows
	if in = Measured(Lessened(in)); in.KeyErr != "" && in.Mode == Editing {
		return form, errors.New(in.KeyErr)
	}
	return in, nil
}

// JSONOf writes properties as EntityOfJSON reads them.
func JSONOf(list []wire.TextProperty) string {
	dst := []byte("{")
	for i, p := range list {
		v, err := edm.ParseText(p.Type, p.Text)
		if err != nil {
			continue
		}
		if i > 0 {
			dst = append(dst, ", "...)
		}
		if t := v.Type(); t != edm.String && t != edm.Int32 && t != edm.Boolean {
			dst = append(edm.AppendJSONString(dst, p.Name+"@odata.type"), ": \""+t.EDM()+"\", "...)
		}
		dst = append(edm.AppendJSONString(dst, p.Name), ": "...)
		dst = edm.AppendJSON(dst, v)
	}
	return string(append(dst, '}'))
}
