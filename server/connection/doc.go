// Package connection is how this machine reaches accounts of the Azure Table service, of Cosmos DB for Table, and of
// emulators: what a person gives to say where an account is and what signs for it, read, and the signing of requests.
// Section 7 of the service's description. In reading order:
//
//	parse.go     Parse: connection strings and addresses with a SAS; ParseEntra: an endpoint that one signs in to
//	pairs.go     the name=value pairs of a connection string
//	endpoint.go  addresses of endpoints, and the names of accounts in them
//	sas.go       shared access signatures as they are given
//	account.go   Account and Sign
//	credential.go  Credential, which prints as nothing; the cache of tokens
//	secrets.go   Secrets: what signed a request, looked for in the answer
//	list.go      accounts with names, in files with private permissions and in environment variables
//	nottaken.go  why a service may refuse what signs
//	doer.go      Doer: a tablerest.Doer that signs
//	transport.go   the transport that all requests to services go through; wire.go: one connection of it
//	address.go   addresses at which no account can be
//
// No error repeats a text that may hold a secret: it says which part of it is wrong, and what belongs there.
package connection
