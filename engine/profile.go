package engine

import (
	"net/url"
	"strings"

	"rangefinder/filterlang"
)

// ProfileOf returns the profile of an account by its address, a URL or a host: that of Azure Cosmos DB for Table by its names, an
// emulator on this machine, and Azure Table storage for every other.
func ProfileOf(address string) filterlang.Profile {
	host := address
	if u, err := url.Parse(address); err == nil && u.Host != "" {
		host = u.Host
	}
	host = strings.ToLower(host)
	if at := strings.LastIndexByte(host, ':'); at >= 0 && !strings.HasSuffix(host, "]") && strings.Count(host[at:], "]") == 0 {
		host = host[:at]
	}
	switch host {
	case "localhost", "127.0.0.1", "[::1]", "::1":
		return filterlang.Emulator
	}
	labels := strings.Split(strings.TrimSuffix(host, "."), ".")
	if len(labels) < 4 || labels[1] != "table" && labels[1] != "tables" {
		return filterlang.Storage
	}
	switch rest := strings.Join(labels[2:], "."); {
	case rest == "cosmos.azure.com", rest == "cosmos.azure.cn", rest == "cosmos.azure.us", labels[2] == "cosmosdb":
		return filterlang.Cosmos
	}
	return filterlang.Storage
}

// BatchBytes is how many bytes the request of a transaction may have.
func BatchBytes(p filterlang.Profile) int {
	if p == filterlang.Cosmos {
		return 2 << 20
	}
	return MaxBatchBytes
}
