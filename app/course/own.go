package course

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"strings"

	"rangefinder/app/lesson"
)

// OwnLesson is a lesson that came as a file.
type OwnLesson struct {
	Name  string // as an address says it
	Title string
	Text  string
}

// maxOwnLessons is the most text of own lessons that a tab keeps, in bytes; the oldest go.
const maxOwnLessons = 1 << 20

// EncodeOwn writes lessons as the tab keeps them; "" for none.
func EncodeOwn(own []OwnLesson) string {
	size := 0
	for i := len(own) - 1; i >= 0; i-- {
		if size += len(own[i].Text); size > maxOwnLessons {
			own = own[i+1:]
			break
		}
	}
	b, err := json.Marshal(own)
	if err != nil || len(own) == 0 {
		return ""
	}
	return string(b)
}

// DecodeOwn reads what EncodeOwn wrote, and leaves out what is no lesson.
func DecodeOwn(text string) []OwnLesson {
	var all, own []OwnLesson
	if text == "" || json.Unmarshal([]byte(text), &all) != nil {
		return nil
	}
	for _, l := range all {
		if lesson.ValidName(l.Name) && len(l.Text) <= lesson.MaxFile {
			own = append(own, l)
		}
	}
	return own
}

// ownName makes a name of a file's, and of what is in it: lower-case letters, digits and '-', behind "my-", which no lesson of the
// course begins with. What was done of a lesson is kept by its name, for longer than the lesson: it belongs to that text, and not
// to the next one that is called so too. of is the name without what tells texts apart.
func ownName(file, text string) (name, of string) {
	file, _, _ = strings.Cut(strings.ToLower(file), ".")
	const tail = len("-00000000")
	b := []byte("my-")
	for i := range len(file) {
		c := file[i]
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') {
			c = '-'
		}
		if len(b) < 40-tail {
			b = append(b, c)
		}
	}
	sum := fnv.New32a()
	sum.Write([]byte(text))
	return fmt.Sprintf("%s-%08x", b, sum.Sum32()), string(b)
}
