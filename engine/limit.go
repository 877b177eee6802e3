package engine

import (
	"unicode/utf8"

	"rangefinder/filterlang/edm"
)

// The checks of a write come in the service's order: checkRequest is what its front end sees without the table, checkLimits
// and checkEntity what the storage behind it refuses.

// checkRequest checks ETag, property names, text and keys of an operation.
func checkRequest(op *Op) *Error {
	if op.Kind > Delete {
		return Errorf(InvalidInput, "There is no operation of kind %d.", op.Kind)
	}
	switch needs := op.Kind == Replace || op.Kind == Merge || op.Kind == Delete; {
	case needs && op.IfMatch == "":
		return Errorf(InvalidInput, `This operation needs an ETag to match: give the entity's, or "*" for any.`).about("If-Match")
	case needs && !checkETag(op.IfMatch):
		return Errorf(InvalidInput, `%s is not an ETag: give the entity's as it was read, or "*" for any.`, shown(op.IfMatch)).about("If-Match")
	case !needs && op.IfMatch != "":
		return Errorf(InvalidInput, "This operation takes no ETag; use replace, merge or delete to make it conditional.").about("If-Match")
	}
	if op.Kind == Delete && len(op.Properties) > 0 {
		return Errorf(InvalidInput, "A delete has no properties.").about(op.Properties[0].Name)
	}
	if err := checkProperties(op.Properties); err != nil {
		return err
	}
	if err := checkKeys(op); err != nil {
		return err
	}
	for i := range op.Properties {
		if p := &op.Properties[i]; p.Value.Type() == edm.DateTime {
			if err := checkDateTime(p); err != nil {
				return err
			}
		}
	}
	return nil
}

// checkKeys checks the characters of the keys: an Insert has them in its body, every other operation in its URL.
func checkKeys(op *Op) *Error {
	if op.Kind != Insert {
		return checkPointKeys(op.PartitionKey, op.RowKey)
	}
	if err := checkKeyCharacters("PartitionKey", op.PartitionKey); err != nil {
		return err
	}
	return checkKeyCharacters("RowKey", op.RowKey)
}

func checkProperties(properties []Property) *Error {
	for i := range properties {
		p := &properties[i]
		if err := checkPropertyName(p.Name); err != nil {
			return err
		}
		if err := checkText(p); err != nil {
			return err
		}
	}
	return checkDistinct(properties)
}

func checkDistinct(properties []Property) *Error {
	twice := ""
	if len(properties) <= 16 {
		for i := range properties {
			for j := range i {
				if properties[i].Name == properties[j].Name {
					twice = properties[i].Name
				}
			}
		}
	} else {
		seen := make(map[string]bool, len(properties))
		for i := range properties {
			if seen[properties[i].Name] {
				twice = properties[i].Name
			}
			seen[properties[i].Name] = true
		}
	}
	if twice != "" {
		return Errorf(DuplicatePropertiesSpecified, "The property %s is given twice; leave one.", shown(twice)).about(twice)
	}
	return nil
}

func checkText(p *Property) *Error {
	if p.Value.Type() == edm.String && !utf8.ValidString(p.Value.Text()) {
		return Errorf(InvalidInput, "The text of property %s is not valid UTF-8.", shown(p.Name)).about(p.Name)
	}
	return nil
}

// CheckValue reports why a value can be in no entity, nil when it can: a date outside the years of a DateTime, a text or bytes
// that are too long. The error is an *Error.
func CheckValue(p Property) error {
	if p.Value.Type() == edm.DateTime {
		if err := checkDateTime(&p); err != nil {
			return err
		}
	}
	if err := checkValueSize(&p); err != nil {
		return err
	}
	return nil
}

func checkDateTime(p *Property) *Error {
	t := p.Value.Ticks()
	if edm.MinTicks <= t && t <= edm.MaxTicks {
		return nil
	}
	return Errorf(OutOfRangeInput, "The property %s is %s; a DateTime lies from 1601-01-01 to 9999-12-31.", shown(p.Name), t.Time().Format("2006-01-02")).
		saying("The '%s' parameter of value '%s' is out of range.", p.Name, t.Time().Format("01/02/2006 15:04:05")).about(p.Name)
}

// checkLimits checks the sizes and counts of an operation's own values.
func checkLimits(op *Op) *Error {
	if err := checkKeyLength("PartitionKey", op.PartitionKey); err != nil {
		return err
	}
	if err := checkKeyLength("RowKey", op.RowKey); err != nil {
		return err
	}
	for i := range op.Properties {
		if err := checkValueSize(&op.Properties[i]); err != nil {
			return err
		}
	}
	return checkCount(countValues(op.Properties))
}

func checkValueSize(p *Property) *Error {
	text := p.Value.Text()
	if len(text) <= MaxString {
		return nil
	}
	switch p.Value.Type() {
	case edm.String:
		if n := textUnits(text); n > MaxString {
			return Errorf(PropertyValueTooLarge, "The String %s has %d UTF-16 characters; at most %d are allowed.", shown(p.Name), n, MaxString).about(p.Name)
		}
	case edm.Binary:
		if len(text) > MaxBinary {
			return Errorf(PropertyValueTooLarge, "The Binary %s has %d bytes; at most %d are allowed.", shown(p.Name), len(text), MaxBinary).about(p.Name)
		}
	}
	return nil
}

func checkCount(n int) *Error {
	if n > MaxProperties {
		return Errorf(TooManyProperties, "The entity would have %d custom properties; at most %d are allowed.", n, MaxProperties)
	}
	return nil
}

// checkEntity checks an entity as it would be stored: a merge may make it too large.
func checkEntity(e Entity) *Error {
	if err := checkCount(e.Len()); err != nil {
		return err
	}
	return checkSize(e)
}

func checkSize(e Entity) *Error {
	if e.layout.base+2*len(e.packed) <= MaxEntity { // no text has more UTF-16 code units than bytes
		return nil
	}
	if n := e.Size(); n > MaxEntity {
		return Errorf(EntityTooLarge, "The entity would have %d bytes; at most %d are allowed.", n, MaxEntity)
	}
	return nil
}

// withoutNulls returns the properties that have a value. It copies only when there is a null.
func withoutNulls(properties []Property) []Property {
	n := countValues(properties)
	if n == len(properties) {
		return properties
	}
	out := make([]Property, 0, n)
	for _, p := range properties {
		if !p.Value.IsZero() {
			out = append(out, p)
		}
	}
	return out
}

func countValues(properties []Property) int {
	n := 0
	for i := range properties {
		if !properties[i].Value.IsZero() {
			n++
		}
	}
	return n
}
