// Package filterlang is the $filter language of the Azure Table service: text to tree and back, what a filter costs, what
// is worth saying about it, and whether an entity matches. It knows no table.
//
// # The language
//
//	filter     = [ or ]                                  nothing at all: every entity
//	or         = and { "or" and }
//	and        = unary { "and" unary }
//	unary      = "not" unary | "(" or ")" | comparison | property | Boolean
//	comparison = property op literal | literal op property
//	op         = "eq" | "ne" | "gt" | "ge" | "lt" | "le"
//	property   = ( letter | "_" ) { letter | digit | "_" }
//
//	String     'O''Brien'                                 a quote inside is doubled; any Unicode
//	Int32      42  -7                                     beyond its range the same digits are an Int64
//	Int64      42L
//	Double     4.5  6E+23  5D  NaN  INF  -INF
//	Boolean    true  false                               in any capitals: True, FALSE
//	DateTime   datetime'2026-11-20T09:30:00.1234567Z'   100 ns; no zone is UTC; offsets are converted
//	Guid       guid'dd3cb8f8-93b7-44e2-b74a-c0aa3b27a6d2'
//	Binary     X'00FF'  binary'00FF'
//
// From tight to loose: comparison, not, and, or. "not A eq 1 and B or C" is "((not (A eq 1)) and B) or C"; strict OData would
// read "(not A) eq 1", which is why the canonical text of a negated comparison has parentheses. A property alone is true
// when it is the Boolean true. Case matters everywhere. White space is free, and needed only between words.
//
//	PartitionKey eq 'Action' and RowKey ge 'Sh' and RowKey lt 'Si'      texts in Action that start with Sh
//	Rating gt 4.5 and not (Seen or Year lt 1990)
//	datetime'2026-01-01T00:00:00Z' le Added
//
// A Boolean alone is a constant: "(true and RowKey eq 'x') or false", as LINQ predicate builders write. NewPlan folds constants, and
// Findings says what they did; the text of the filter keeps them.
//
// What OData has beyond that, the service refuses with 501 NotImplemented: functions, arithmetic, null, in, comparing two
// properties or two literals. Anything else is 400 InvalidInput. Either way Parse answers with a *SyntaxError that has the
// service's code and message, the place, and where there is one a Fix.
//
// Comments, "// to the end of the line", are sugar of an editor: Uncomment and WithoutComments take them out, Parse refuses them.
//
// The literal is widened to the property's type (Int32 to Int64 to Double), never the property. A comparison with an absent
// property or one of another type is false, even ne; not makes it true.
//
// # Reading order
//
//	ast.go                    the nodes of a filter
//	lexer.go                  tokens
//	parse.go literal.go       Parse: tokens to nodes, exact types of literals, the limits; grammar_test.go has the grammar that it is
//	                          held against, one struct for each level of precedence
//	print.go                  canonical text; Equal
//	comment.go                comments: found, taken out, kept when a text is written anew
//	error.go                  SyntaxError, Fix, Position
//	diagnosis.go unexpected.go barevalue.go foreign.go stray.go uncomment.go spoken.go phrase.go function.go
//	                          what a refusal says: ill-typed parts, unexpected tokens, other languages' habits, functions
//	sql.go sqlcondition.go sqlwords.go sqlvalue.go sqlexpr.go sqlverb.go sqlmeant.go sqlurl.go sqlcommand.go sqlnot.go
//	sqlcode.go mongo.go
//	                          SQL: what it means to the service, and what to do instead of what is no query; the query of a URL; a
//	                          filter in code
//	token.go complete.go      Tokens for colouring, Complete for typing
//	keyrange.go keyrangeset.go
//	                          intervals of keys, and ordered sets of them
//	plan.go planbuild.go planreason.go constant.go
//	                          what the service reads for a filter, and why; Boolean constants
//	profile.go findingindex.go
//	                          which engine answers: Profile, its classes and what is worth saying about a filter there
//	ideal.go idealexclude.go  what parallel queries could read instead
//	finding.go findings.go findingkey.go findinglogic.go findingdata.go rewrite.go
//	                          what is worth saying about a filter, as data, with rewrites
//	match.go matcheval.go matchslot.go matchtext.go
//	                          a filter compiled to a predicate over packed entities
//	matchmask.go column.go    the same on 64 entities at once, or on copies of their numbers
//
// Package explain prints plans as text. The eight types and their order are in package edm.
package filterlang
