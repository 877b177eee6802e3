package main

import (
	"flag"
	"fmt"
	"os"
)

// containerVariable is the environment variable that makes serve begin with what a container needs.
const containerVariable = "RANGEFINDER_CONTAINER"

// inContainer reports whether the variable is set to 1.
func inContainer() bool { return os.Getenv(containerVariable) == "1" }

// containerDefaults are the flags that a container needs: it is reached through its own address, by plain http inside of its host,
// and has a folder for data.
var containerDefaults = map[string]string{"listen": ":8080", "tables": ":10002", "data": "/data", "insecure-plain-http": "true"}

// contain sets the flags of containerDefaults that were not given. Without accounts of its own the endpoint takes the well-known key,
// as Azurite's container does: who may reach the ports is up to whoever publishes them.
func (o *serveOptions) contain(flags *flag.FlagSet) error {
	switch value := os.Getenv(containerVariable); value {
	case "1":
	case "", "0":
		return nil
	default:
		return fmt.Errorf("%s is %.20q: set it to 1 in a container, or not at all", containerVariable, value)
	}
	given := map[string]bool{}
	flags.Visit(func(f *flag.Flag) { given[f.Name] = true })
	off := o.tables.listen == "off"
	for name, value := range containerDefaults {
		if given[name] || off && name == "data" {
			continue
		}
		if err := flags.Set(name, value); err != nil {
			return fmt.Errorf("--%s: %w", name, err)
		}
	}
	if o.tables.accounts == "" && os.Getenv(accountsVariable) == "" {
		o.tables.wellKnown = true
	}
	return nil
}
