// Package azurite exchanges files with the clients of Azure Table storage: Azurite's table service, filled and read by the
// official JavaScript client, @azure/data-tables. Its versions are pinned in e2e/package.json. In reading order:
//
//	service_test.go   keeps Azurite running
//	script_test.go    runs the scripts of testdata, which use the client
//	entities_test.go  the entities that are exchanged, and how they are compared
//	client_test.go    what the client and the service say of a table, read without our own reader
//	export_test.go    what we export is loaded by the client and read back equal
//	import_test.go    what the client wrote is read by us: its lists, the service's answers, Azurite's database file
//
// What cannot pass, and whose doing it is:
//
//   - The client takes properties named etag, timestamp, partitionKey and rowKey for its own fields, so it can neither write
//     nor read them.
//   - The client types numbers by their value when the service gives no type: it reads the Double 10.0 as the Int32 10. In the
//     service's own answer it is still 10.0.
//   - Azurite drops properties that are named like a member of JavaScript's Object.prototype, constructor and toString among
//     them, fails with status 500 on hasOwnProperty, and turns the Double -0 into 0.
//   - Azurite breaks a character that lies across two pieces of a long request, so long Strings are exchanged in ASCII.
//   - A list without metadata has no types: an Int64, DateTime, Guid, Binary or not finite Double comes back as a String.
//   - A Date of JavaScript has milliseconds. The scripts give DateTimes as text, which the client passes on whole.
package azurite
