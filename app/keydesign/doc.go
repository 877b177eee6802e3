// Package keydesign is about keys: a small language for key templates, the keys that a template gives an entity, and what a
// filter on properties becomes when entities have such keys.
//
// # Templates
//
//	template = { literal | "{" property { "|" function } "}" }
//	function = name [ "(" argument ")" | ":" argument ]
//
// A literal is any text that a key may hold; a brace is doubled. A property is one of the entity, PartitionKey and RowKey
// included: those are the keys that it had before. An absent property gives nothing. The empty template gives the empty key.
//
//	{Channel}_{CreatedOn|inverse:yyyy-MM}      Football_7991-03
//	{Id|pad(8)}                                00000042
//	{Email|lower|hash(16)}-{Email|lower}       13-ada@example.org
//
// Without functions a String is taken as it is, a number in digits, a Boolean as true or false, a DateTime as
// 2010-11-06T12:00:00.0000000Z, a Guid in lower case, a Binary in hexadecimal digits. Functions, from left to right:
//
//	lower  upper    letters of one case
//	pad(n)          zeros before a text until it has n characters; a number has to fit, and not to be negative
//	date(format)    a DateTime by parts: yyyy MM dd HH mm ss, ww for the week of the year from 01; yyyy-MM-dd when not given
//	ticks           a DateTime as the 19 digits of its ticks
//	inverse         a DateTime as the 19 digits of its distance from the end of time, so that the newest comes first;
//	                of any other text each digit is taken from 9
//	inverse(format) a DateTime by parts, each taken from its end: 9999, 13, 32, 23, 59, 59, 54
//	hash(n)         a number from 0 to n-1, with as many digits as n-1: FNV-1a, 32 bits, of the UTF-8 text, modulo n
//	prefix(n)       the first n characters
//	guid            a Guid as it is, else one made of the first 16 bytes of the text's SHA-256
//	sha  sha(n)     the first n hexadecimal digits of SHA-256 of the UTF-8 text; 64 when not given
//
// # Filters under a design
//
// A Design is a template for each key. Rewrite adds to a filter what its conditions mean for the new keys: equality always
// passes through; an order only where the text keeps it or turns it around, which a padded number, a String, a DateTime and
// its parts from the year on do, and a bare number or a hash do not. What is added narrows what is read and never what is
// returned: no entity is lost, whatever the data.
//
// In reading order:
//
//	lexer.go grammar.go  tokens and grammar of templates
//	template.go          Template, Parse, SyntaxError
//	functions.go         the functions: what they take
//	calendar.go digest.go
//	                     parts of a date; hashes
//	text.go              a value on its way through functions
//	design.go            Design: the keys of an entity
//	maker.go             Maker: the keys of many entities
//	shape.go             what of the order of values a chain of functions keeps
//	texts.go             which texts a part of a key may have under a filter, and which keys that makes
//	rewrite.go           Rewrite
//	mend.go              what a wrong name was meant to be, and where names stand
//
// Package lab compares designs, population makes entities for designs without data, deploy
// is a design in use and a check of its copies, and codegen writes a design as code.
package keydesign
