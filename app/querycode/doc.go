// Package querycode writes a query down for elsewhere: as the HTTP request that it is, as a program in several languages, as a
// page of Markdown, and its plan as text and as a picture.
//
// What is written holds neither key nor signature: a program takes the address of the account from the environment variable
// TABLES_ENDPOINT and a shared access signature from TABLES_SAS; for Azure Cosmos DB, which has none, it takes a connection string from
// TABLES_CONNECTION_STRING, or the key from TABLES_KEY. Filters and names are texts of strangers; each is written as a
// literal of its language that no character can leave.
//
//	query.go     Query, the formats, and the request
//	quote.go     literals
//	programs.go merged.go access.go
//	             one function for each language; several queries at once; how a program reaches its account
//	markdown.go  a query with its plan and some rows
//	picture.go   the plan as SVG
package querycode
