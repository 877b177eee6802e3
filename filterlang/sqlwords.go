package filterlang

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// sqlWord is a word of SQL: a name, a text with its value, a number, or a sign.
type sqlWord struct {
	text   string // as it stands; of a text its value
	kind   byte   // 'n' name, 's' text, '0' number, '+' sign
	quoted bool   // a name in brackets or quotes, which is no keyword

	from, end int // where it stands
}

func (w sqlWord) is(keyword string) bool {
	return (w.kind == 'n' || w.kind == '+') && !w.quoted && strings.EqualFold(w.text, keyword)
}

var sqlSigns = []string{"!==", "===", "<>", "!=", "<=", ">=", "==", "=", "<", ">", "(", ")", ",", "*", ".", ";", "%", "@", "?", ":", "$", "+", "-", "/", "|"}

// sqlWords cuts a text into words; nil when it has something that SQL has not, nor those more signs.
func sqlWords(text string, more ...string) []sqlWord {
	signs := append(more, sqlSigns...)
	var words []sqlWord
	for i := 0; i < len(text); {
		from, n := i, len(words)
		c, size := utf8.DecodeRuneInString(text[i:])
		closing := map[rune]rune{'[': ']', '"': '"', '`': '`'}[c]
		switch {
		case unicode.IsSpace(c):
			i += size
		case strings.HasPrefix(text[i:], "--"):
			i += len(cutBefore(text[i:], "\n"))
		case strings.HasPrefix(text[i:], "/*"):
			i += min(len(cutBefore(text[i:], "*/"))+2, len(text)-i)
		case c == '\'' || (c == 'N' || c == 'n') && strings.HasPrefix(text[i+1:], "'"):
			value, end, ok := sqlText(text, i+strings.IndexByte(text[i:], '\''))
			if !ok {
				return nil
			}
			words = append(words, sqlWord{text: value, kind: 's'})
			i = end
		case closing != 0:
			n := strings.IndexRune(text[i+1:], closing)
			if n <= 0 {
				return nil
			}
			words = append(words, sqlWord{text: text[i+1 : i+1+n], kind: 'n', quoted: true})
			i += n + 2
		case c == '_' || unicode.IsLetter(c):
			end := i
			for end < len(text) {
				c, n := utf8.DecodeRuneInString(text[end:])
				if c != '_' && !unicode.IsLetter(c) && !unicode.IsDigit(c) {
					break
				}
				end += n
			}
			words = append(words, sqlWord{text: text[i:end], kind: 'n'})
			i = end
		case c >= '0' && c <= '9' || c == '-' && i+1 < len(text) && text[i+1] >= '0' && text[i+1] <= '9':
			end := i + 1
			for end < len(text) && (text[end] >= '0' && text[end] <= '9' || text[end] == '.' || text[end] == 'L') {
				end++
			}
			words = append(words, sqlWord{text: text[i:end], kind: '0'})
			i = end
		case strings.HasPrefix(text[i:], "&&"), strings.HasPrefix(text[i:], "||"):
			words = append(words, sqlWord{text: map[byte]string{'&': "and", '|': "or"}[text[i]], kind: 'n'})
			i += 2
		case c == '!' && !strings.HasPrefix(text[i:], "!="):
			words = append(words, sqlWord{text: "not", kind: 'n'})
			i++
		default:
			sign := ""
			for _, known := range signs {
				if strings.HasPrefix(text[i:], known) {
					sign = known
					break
				}
			}
			if sign == "" {
				return nil
			}
			words = append(words, sqlWord{text: sign, kind: '+'})
			i += len(sign)
		}
		if len(words) > n {
			words[n].from, words[n].end = from, i
		}
	}
	return words
}

// cutBefore is what stands before a mark, all of the text when the mark is not there.
func cutBefore(text, mark string) string {
	before, _, _ := strings.Cut(text, mark)
	return before
}

// sqlText reads a text in single quotes, of which a doubled one stands for itself.
func sqlText(text string, at int) (value string, end int, ok bool) {
	var b strings.Builder
	for i := at + 1; i < len(text); i++ {
		switch {
		case text[i] != '\'':
			b.WriteByte(text[i])
		case i+1 < len(text) && text[i+1] == '\'':
			b.WriteByte('\'')
			i++
		default:
			return b.String(), i + 1, true
		}
	}
	return "", 0, false
}
