package engine_test

import (
	"errors"
	"testing"
	"unicode/utf8"

	"rangefinder/engine"
)

func TestEncodeTokenKey(t *testing.T) {
	for key, want := range map[string]string{"Smith": "1!8!U21pdGg-", "": "1!0!", "ûÿ>": "1!8!w7vDvz4-", "\U0001F600?": "1!8!8J*YgD8-"} {
		if got := engine.EncodeTokenKey(key); got != want {
			t.Errorf("EncodeTokenKey(%q) = %s, want %s", key, got, want)
		}
		if got, err := engine.DecodeTokenKey(want); err != nil || got != key {
			t.Errorf("DecodeTokenKey(%s) = %q, %v", want, got, err)
		}
	}
	for _, text := range []string{"", "1", "1!", "1!8", "1!7!U21pdGg-", "2!8!U21pdGg-", "1!8!U21pdGg=", "1!08!U21pdGg-", "1!4!/w--", "1!4!_w--", "1!-0!", "1!4!a\n--", "1!8!U21pdGh-"} {
		if _, err := engine.DecodeTokenKey(text); !isCode(err, engine.InvalidInput) {
			t.Errorf("DecodeTokenKey(%q): %v", text, err)
		}
	}
	if _, err := engine.ParseToken("", "1!0!"); !isCode(err, engine.InvalidInput) {
		t.Errorf("a token with a RowKey only: %v", err)
	}
}

func isCode(err error, code engine.Code) bool {
	e, ok := errors.AsType[*engine.Error](err)
	return ok && e.Code == code
}

// Whatever is accepted is what the key encodes to; whatever is a key comes back.
func FuzzDecodeTokenKey(f *testing.F) {
	f.Add("1!8!U21pdGg-")
	f.Add("1!0!")
	f.Fuzz(func(t *testing.T, text string) {
		if key, err := engine.DecodeTokenKey(text); err == nil && (engine.EncodeTokenKey(key) != text || !utf8.ValidString(key)) {
			t.Errorf("%q gives %q, which is %q", text, key, engine.EncodeTokenKey(key))
		}
		if utf8.ValidString(text) {
			if key, err := engine.DecodeTokenKey(engine.EncodeTokenKey(text)); err != nil || key != text {
				t.Errorf("%q came back as %q, %v", text, key, err)
			}
		}
	})
}
