// Package tableauth is how requests to a Table account prove who sends them, both halves: a Verifier says what the sender of a
// request may do, and the signing functions make what it accepts. Section 7 of the service's description. In reading order:
//
//	account.go     Key, which prints as nothing; Account, and how accounts are configured
//	sharedkey.go   SharedKey and SharedKeyLite: strings to sign, SignSharedKey, SignSharedKeyLite
//	sas.go         the parameters of a shared access signature
//	tablesas.go    SAS of a table: TableSAS, MakeTableSAS
//	accountsas.go  SAS of an account: AccountSAS, MakeAccountSAS
//	verify.go      Verifier
//
// No key is in any error, and a string to sign is told only to those who ask to debug.
package tableauth
