// Package sdk uses the Table endpoint as applications do: with the official clients, unchanged, against the built binary, which
// asks for signatures and keeps its tables on disk; and compares it with Azurite, request by request. In reading order:
//
//	main_test.go         builds, starts and stops the binary, and looks at what it leaves
//	goclient_test.go     what the tests of the Go client, aztables, share
//	goclient_account_test.go goclient_entities_test.go goclient_query_test.go goclient_sas_test.go
//	                     its public operations
//	node_test.go         runs the scripts of testdata: the JavaScript clients @azure/data-tables and azure-storage, whose versions
//	                     are pinned in e2e/package.json
//	cosmos_test.go       the same against an endpoint that behaves as Azure Cosmos DB for Table, less what that lacks
//	wire_test.go         a request as the tests that follow write it, its answer, and how it is sent signed
//	differences_test.go testdata/differences.txt
//	                     every known difference to Azurite, what each answers, and why ours is right
//	generate_test.go     random keys, values, operations and filters
//	outcome_test.go      what an answer means, and which differences explain two that are unequal
//	differential_test.go random operations on Azurite and on ours, every answer and the tables compared
//	modules_test.go      the Go client is in the tests only
//
// What the clients cannot do, or do otherwise than one would think:
//
//   - aztables refuses to put an empty key into a URL, and forgets to double quotes in the URLs of a transaction.
//   - aztables writes and reads entities by way of JSON numbers: a whole Double becomes an Int32 unless its type is told.
//   - aztables takes an update in a transaction for an upsert unless it is given an ETag, * for instance.
//   - aztables signs the range of keys of a shared access signature without sending it.
//   - @azure/data-tables looks for the secondary endpoint under a host name of its own making, which no address in numbers
//     has: it cannot ask for the service's statistics here.
//   - @azure/data-tables takes a table that is there already, or is gone already, for success.
//   - Both JavaScript clients type numbers by their value when the service gives no type: they read the Double 4.0 as an Int32.
package sdk
