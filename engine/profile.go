package engine

import (
	"net/url"
	"slices"
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

// MaxRowKeyCosmos is the longest RowKey of Azure Cosmos DB for Table, in bytes.
const MaxRowKeyCosmos = 255

// reservedByCosmos are property names that Azure Cosmos DB for Table keeps for itself, beside the keys and Timestamp.
var reservedByCosmos = []string{"id", "rid", "etag", "ResourceId"}

// CheckFor returns what is wrong with an entity's RowKey and property names for an engine besides what is wrong everywhere, nil for
// nothing.
func CheckFor(p filterlang.Profile, rowKey string, names ...string) *Error {
	if p != filterlang.Cosmos {
		return nil
	}
	if n := len(rowKey); n > MaxRowKeyCosmos {
		return Errorf(PropertyValueTooLarge, "The RowKey has %d bytes; one of Azure Cosmos DB has at most %d.", n, MaxRowKeyCosmos).about(filterlang.RowKey)
	}
	for _, name := range names {
		if slices.Contains(reservedByCosmos, name) {
			return Errorf(PropertyNameInvalid, "Azure Cosmos DB keeps the property name %s for itself; choose another.", name).about(name)
		}
	}
	return nil
}

// BatchBytes is how many bytes the request of a transaction may have.
func BatchBytes(p filterlang.Profile) int {
	if p == filterlang.Cosmos {
		return 2 << 20
	}
	return MaxBatchBytes
}
