package link

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"rangefinder/engine"
)

// packVersion is the first byte of packed data. Behind it come a CRC-32 of the text, the length of the compressed bytes as a
// uvarint, and those bytes: DEFLATE of, for each table, its name and its text, each with its length in front. The length tells
// a link that was cut from one that was changed.
const packVersion = 1

// headerSize is the version and the checksum.
const headerSize = 1 + 4

// aroundText bounds the names and lengths around the text, in bytes.
const aroundText = MaxTables * 128

// pack returns the data as bytes. Errors: TooLong, NotText, and Damaged for a name that no table can have.
func pack(data []TableData) ([]byte, error) {
	if err := check(data); err != nil {
		return nil, err
	}
	var text []byte
	for _, t := range data {
		text = append(binary.AppendUvarint(text, uint64(len(t.Name))), t.Name...)
		text = append(binary.AppendUvarint(text, uint64(len(t.Text))), t.Text...)
	}
	compressed := deflate(text)
	packed := binary.BigEndian.AppendUint32([]byte{packVersion}, crc32.ChecksumIEEE(text))
	return append(binary.AppendUvarint(packed, uint64(len(compressed))), compressed...), nil
}

// deflate compresses text as far as it goes.
func deflate(text []byte) []byte {
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.BestCompression)
	if err != nil {
		panic(err) // the level is one that there is
	}
	_, _ = w.Write(text) // a Buffer takes everything
	_ = w.Close()
	return b.Bytes()
}

// unpack is pack backwards. It unfolds no more than MaxText bytes, whatever the link says.
func unpack(packed []byte) ([]TableData, error) {
	if len(packed) > 0 && packed[0] != packVersion {
		return nil, fail(OtherVersion, "The data in the link was written by another version of Rangefinder. Only the link's query is used.")
	}
	if len(packed) < headerSize+1 {
		return nil, cutOff(len(packed), 0)
	}
	rest := packed[headerSize:]
	size, n := binary.Uvarint(rest)
	switch {
	case n < 0 || size > MaxFragment:
		return nil, damaged()
	case n == 0:
		return nil, cutOff(len(packed), 0)
	}
	rest = rest[n:]
	if uint64(len(rest)) < size {
		return nil, cutOff(len(packed), len(packed)-len(rest)+int(size))
	}
	if uint64(len(rest)) > size {
		return nil, fail(Damaged, "The data in the link is damaged: there is more of it than it says. Only the link's query is used.")
	}
	in := bytes.NewReader(rest)
	inflated := flate.NewReader(in)
	var text []byte
	var err error
	for chunk := make([]byte, 8<<10); err == nil; {
		var n int
		n, err = inflated.Read(chunk)
		if text = append(text, chunk[:n]...); len(text) > MaxText+aroundText {
			return nil, tooMuch()
		}
	}
	switch {
	case err != io.EOF || in.Len() > 0:
		return nil, damaged()
	case crc32.ChecksumIEEE(text) != binary.BigEndian.Uint32(packed[1:headerSize]):
		return nil, damaged()
	}
	data, ok := split(text)
	if !ok {
		return nil, damaged()
	}
	if err := check(data); err != nil {
		return nil, err
	}
	return data, nil
}

// split takes the text apart into tables.
func split(text []byte) (data []TableData, ok bool) {
	next := func() (string, bool) {
		size, n := binary.Uvarint(text)
		if n <= 0 || size > uint64(len(text)-n) {
			return "", false
		}
		s := string(text[n : n+int(size)])
		text = text[n+int(size):]
		return s, true
	}
	for len(text) > 0 {
		name, okName := next()
		content, okText := next()
		if !okName || !okText || len(data) == MaxTables {
			return nil, false
		}
		data = append(data, TableData{Name: name, Text: content})
	}
	return data, len(data) > 0
}

// check says whether data can travel in a link.
func check(data []TableData) error {
	if len(data) > MaxTables {
		return fail(TooLong, "A link holds "+strconv.Itoa(MaxTables)+" tables at most. Send a workspace file instead.")
	}
	size, lines := 0, 0
	for i, t := range data {
		if slices.ContainsFunc(data[:i], func(o TableData) bool { return strings.EqualFold(o.Name, t.Name) }) {
			return fail(Damaged, "The link holds the table "+t.Name+" twice.")
		}
		if err := engine.CheckTableName(t.Name); err != nil {
			reason := ""
			if e, ok := errors.AsType[*engine.Error](err); ok {
				reason = " " + e.Detail
			}
			return fail(Damaged, "The name of a table in the link is not valid."+reason)
		}
		if !utf8.ValidString(t.Text) {
			return fail(NotText, "The data in the link is not text (UTF-8).")
		}
		size += len(t.Text)
		lines += strings.Count(t.Text, "\n")
		if t.Text != "" && !strings.HasSuffix(t.Text, "\n") {
			lines++
		}
	}
	if size > MaxText || lines > MaxEntities {
		return tooMuch()
	}
	return nil
}

func tooMuch() error {
	return fail(TooLong, "A link holds 10,000 entities and "+kilobytes(MaxText)+" of text at most, and this would be more. Send a workspace file instead.")
}

func damaged() error {
	return fail(Damaged, "The data in the link is damaged: its checksum does not fit, so nothing of it is used. Only the link's query is.")
}

// cutOff tells how much is there; whole is 0 when that is not known.
func cutOff(have, whole int) error {
	text := "The link was cut off: the end of its data is missing"
	if whole > 0 {
		text += " (" + kilobytes(have) + " of " + kilobytes(whole) + " are there)"
	}
	return fail(CutOff, text+". Only its query is used. Copy the whole link, or ask for a workspace file.")
}
