package sdk

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// outcome is what an answer means, without what has to differ: ETags, times, the forms of continuations and the order of
// members.
type outcome struct {
	status   int
	code     string
	parts    []string // of a transaction: status, and for one that failed the code and the operation
	entities []map[string]any
	pages    []int // how many entities each had
}

// outcomeOf reads an answer to a message.
func outcomeOf(t *testing.T, m *message, r *reply) outcome {
	t.Helper()
	o := outcome{status: r.status}
	if m.batch != nil {
		for _, p := range r.parts() {
			text := fmt.Sprint(p.status)
			if p.status >= 400 {
				text += " " + p.code
				if index, _, found := strings.Cut(p.sentence, ":"); found && len(index) < 3 && len(m.batch) > 1 {
					text += " at " + index
				}
			}
			o.parts = append(o.parts, text)
		}
		return o
	}
	if r.status >= 400 {
		o.code, _ = refusal(r.body)
		return o
	}
	if r.body == "" {
		return o
	}
	decoder := json.NewDecoder(strings.NewReader(r.body))
	decoder.UseNumber()
	var answer map[string]any
	if err := decoder.Decode(&answer); err != nil {
		t.Fatalf("%s: %v in %s", m, err, r.body)
	}
	list, isList := answer["value"].([]any)
	if !isList {
		list = []any{answer}
	}
	for _, e := range list {
		o.entities = append(o.entities, essence(e.(map[string]any)))
	}
	o.pages = []int{len(o.entities)}
	return o
}

// essence leaves out of an entity what has to differ. Numbers are compared by value, and a null is as good as nothing: see "a
// selected property that is absent".
func essence(e map[string]any) map[string]any {
	out := map[string]any{}
	for name, value := range e {
		if strings.HasPrefix(name, "odata.") || strings.HasPrefix(name, "Timestamp") || value == nil {
			continue
		}
		if n, ok := value.(json.Number); ok {
			value, _ = n.Float64()
		}
		out[name] = value
	}
	return out
}

// join adds the next page of the same query. Azurite never gives an empty page, and we give none either but the last.
func (o *outcome) join(page *outcome) {
	o.status, o.code = page.status, page.code
	o.entities = append(o.entities, page.entities...)
	if len(page.entities) > 0 {
		o.pages = append(o.pages, len(page.entities))
	}
}

func (o *outcome) equal(other *outcome) bool { return reflect.DeepEqual(o, other) }

// summary returns the status and the code, of the first part of a transaction if it has any.
func (o *outcome) summary() string {
	if len(o.parts) > 0 {
		first, _, _ := strings.Cut(o.parts[0], " at ")
		return fmt.Sprint(o.status, "/", first)
	}
	return strings.TrimSpace(fmt.Sprint(o.status, " ", o.code))
}

func (o *outcome) String() string {
	text := o.summary()
	if o.parts != nil {
		text += fmt.Sprintf(" %q", o.parts)
	}
	if o.pages != nil {
		text += fmt.Sprintf(" %d entities in pages of %v", len(o.entities), o.pages)
	}
	for _, e := range o.entities {
		line, _ := json.Marshal(e)
		text += "\n  " + string(line)
	}
	return text
}

// excuse says which unequal answers of the differential run a difference of the file explains.
type excuse struct {
	difference string
	applies    func(m *message, ours, azurite *outcome) bool
}

var excuses = []excuse{
	{"a page of more than 1,000", func(m *message, ours, azurite *outcome) bool {
		return m.isTop("1001") && ours.is(400, "InvalidInput") && azurite.status == 200
	}},
	{"the case of a table's name", func(m *message, ours, azurite *outcome) bool {
		return m.inOtherCase() && (azurite.is(404, "TableNotFound") || len(azurite.parts) == 1 && strings.HasPrefix(azurite.parts[0], "404 TableNotFound"))
	}},
	{"names of properties", func(m *message, ours, azurite *outcome) bool {
		return strings.Contains(m.body, `"a-b"`) && ours.is(400, "PropertyNameInvalid") && azurite.stored()
	}},
	{"a name twice", func(m *message, ours, azurite *outcome) bool {
		return strings.Count(m.body, `"I":`) == 2 && ours.is(400, "DuplicatePropertiesSpecified") && azurite.stored()
	}},
	{"values outside their type", func(m *message, ours, azurite *outcome) bool {
		return strings.Contains(m.body, `"I":2147483648`) && ours.is(400, "InvalidInput") && azurite.stored()
	}},
	{"characters that no key may have", func(m *message, ours, azurite *outcome) bool {
		return strings.Contains(m.body, `"a/b"`) && ours.is(400, "OutOfRangeInput") && azurite.is(400, "InvalidInput")
	}},
	{"JSON that is none", func(m *message, ours, azurite *outcome) bool {
		return strings.HasSuffix(m.body, ":") && ours.is(400, "InvalidInput") && azurite.is(400, "")
	}},
	{"a key that is too long", func(m *message, ours, azurite *outcome) bool {
		return strings.Contains(m.body, "kkkk") && ours.is(400, "PropertyValueTooLarge") && azurite.is(400, "InvalidInput")
	}},
}

// stored reports whether the entity was stored, or would have been if it were not there.
func (o *outcome) stored() bool { return o.status < 300 || o.is(409, "EntityAlreadyExists") }

// is reports whether the answer is that refusal.
func (o *outcome) is(status int, code string) bool { return o.status == status && o.code == code }
