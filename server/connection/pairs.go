package connection

import (
	"errors"
	"fmt"
	"strings"
)

// part is a name of a connection string.
type part int

const (
	endpointsProtocol part = iota
	accountName
	accountKey
	sharedAccessSignature
	endpointSuffix
	tableEndpoint
	tableSecondary
	useDevelopmentStorage
	developmentProxy
	ignored // of the other services
	parts
)

var partNames = map[part]string{
	endpointsProtocol: "DefaultEndpointsProtocol", accountName: "AccountName", accountKey: "AccountKey", sharedAccessSignature: "SharedAccessSignature",
	endpointSuffix: "EndpointSuffix", tableEndpoint: "TableEndpoint", tableSecondary: "TableSecondaryEndpoint",
	useDevelopmentStorage: "UseDevelopmentStorage", developmentProxy: "DevelopmentStorageProxyUri",
}

// otherServices are names that a connection string has for other services than tables.
var otherServices = []string{
	"BlobEndpoint", "QueueEndpoint", "FileEndpoint", "DfsEndpoint", "WebEndpoint",
	"BlobSecondaryEndpoint", "QueueSecondaryEndpoint", "FileSecondaryEndpoint", "DfsSecondaryEndpoint", "WebSecondaryEndpoint",
}

// partOf returns the part of a name, in any case.
func partOf(name string) (part, bool) {
	for p, known := range partNames {
		if strings.EqualFold(name, known) {
			return p, true
		}
	}
	for _, known := range otherServices {
		if strings.EqualFold(name, known) {
			return ignored, true
		}
	}
	return 0, false
}

// pairs are the parts of a connection string.
type pairs struct {
	value [parts]string
	has   [parts]bool
}

// parsePairs reads name=value pairs, separated by semicolons. An empty value is as if the pair were absent.
func parsePairs(text string) (pairs, error) {
	var p pairs
	number := 0
	for item := range strings.SplitSeq(text, ";") {
		if item = strings.TrimSpace(item); item == "" {
			continue
		}
		number++
		name, value, ok := strings.Cut(item, "=")
		if !ok {
			return p, fmt.Errorf("part %d of the connection string has no \"=\"; write Name=Value parts, separated by semicolons", number)
		}
		name, value = strings.TrimSpace(name), strings.TrimSpace(value)
		which, ok := partOf(name)
		switch {
		case !ok && strings.EqualFold(name, "AccountEndpoint"):
			return p, errors.New("this is a connection string of Cosmos DB's own API; take the one of its API for Table, which has a TableEndpoint")
		case !ok && showable(name):
			return p, fmt.Errorf("part %d of the connection string, %s, is none that it may have", number, name)
		case !ok:
			return p, fmt.Errorf("part %d of the connection string has a name that none has; is a part missing before it?", number)
		case which == ignored || value == "":
			continue
		case p.has[which]:
			return p, fmt.Errorf("%s is given twice", partNames[which])
		}
		p.value[which], p.has[which] = value, true
	}
	return p, nil
}

// showable reports whether an unknown name is surely a name: a piece of a key may stand in its place.
func showable(name string) bool {
	return len(name) <= 30 && strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
}
