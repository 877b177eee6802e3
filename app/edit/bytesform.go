package edit

import (
	"encoding/base64"
	"encoding/hex"
	"strings"
	"unicode/utf8"

	"rangefinder/filterlang/edm"
)

// BytesForm is how a person writes bytes.
type BytesForm string

// The forms. Any takes hex and base64, whichever the text is, as everywhere else.
const (
	AnyBytes    BytesForm = ""
	Base64Bytes BytesForm = "base64"
	TextBytes   BytesForm = "text" // UTF-8
)

// text is what the row's text says in a form that edm.ParseText takes.
func (r *PropertyRow) Typed() string {
	if r.Type == edm.Binary {
		switch r.Form {
		case Base64Bytes:
			return "base64:" + strings.TrimSpace(r.Text)
		case TextBytes:
			return "0x" + hex.EncodeToString([]byte(r.Text))
		}
	}
	return r.Text
}

// shownText is the row's text for another type: bytes in a form of their own are written as everywhere.
func (r *PropertyRow) ShownText() string {
	if r.Type == edm.Binary && r.Form != AnyBytes {
		if v, err := edm.ParseText(edm.Binary, r.Typed()); err == nil {
			return v.Display()
		}
	}
	return r.Text
}

// inForm writes the row's bytes in another form. Text that is no value, and bytes that are no text, stay as they are.
func (r *PropertyRow) InForm(f BytesForm) {
	v, err := edm.ParseText(edm.Binary, r.Typed())
	if err != nil {
		return
	}
	b := v.Text()
	switch f {
	case Base64Bytes:
		r.Text = base64.StdEncoding.EncodeToString([]byte(b))
	case TextBytes:
		if !utf8.ValidString(b) {
			r.Err = "These bytes are not UTF-8 text."
			return
		}
		r.Text = b
	default:
		r.Text = v.Display()
	}
	r.Form = f
}
