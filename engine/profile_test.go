package engine_test

import (
	"testing"

	"rangefinder/engine"
	"rangefinder/filterlang"
)

func TestProfileOf(t *testing.T) {
	for address, want := range map[string]filterlang.Profile{
		"https://acct.table.cosmos.azure.com:443":  filterlang.Cosmos,
		"https://acct.table.cosmos.azure.com:443/": filterlang.Cosmos,
		"ACCT.Table.Cosmos.Azure.US":               filterlang.Cosmos,
		"acct.table.cosmos.azure.cn":               filterlang.Cosmos,
		"https://acct.table.cosmosdb.azure.com":    filterlang.Cosmos,
		"https://acct.table.core.windows.net":      filterlang.Storage,
		"https://acct.documents.azure.com":         filterlang.Storage,
		"https://table.cosmos.azure.com.evil.org":  filterlang.Storage,
		"https://acct.example.org":                 filterlang.Storage,
		"http://127.0.0.1:10002/devstoreaccount1":  filterlang.Emulator,
		"http://localhost:10002/devstoreaccount1":  filterlang.Emulator,
		"http://[::1]:10002/devstoreaccount1":      filterlang.Emulator,
		"":                                         filterlang.Storage,
	} {
		if got := engine.ProfileOf(address); got != want {
			t.Errorf("%s is %s, want %s", address, got, want)
		}
	}
}
