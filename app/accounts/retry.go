package accounts

import (
	"context"
	"time"

	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/engine/tablerest"
)

// A Policy is a way of trying requests again.
type Policy struct {
	Name, Text string
	Policy     tablerest.Policy
}

// Policies are those that can be chosen. The first holds until another is chosen: somebody who looks at the page is told after half a
// minute that a page cannot be had, and not after two. The others have the numbers of the client libraries.
var Policies = []Policy{
	{"short", "Short: 1, 2, 4, 8, 16 s", tablerest.Short.Policy()},
	{"exponential", "Exponential: 3, 30, 90 s", tablerest.Policy{Kind: tablerest.Exponential, Retries: 3}},
	{"linear", "Linear: 3 × 3 s", tablerest.Policy{Kind: tablerest.Linear, Retries: 3, Wait: 3 * time.Second}},
	{"none", "None", tablerest.Policy{}},
}

// PolicyNamed returns the policy of that name, the first for any other.
func PolicyNamed(name string) Policy {
	for _, p := range Policies {
		if p.Name == name {
			return p
		}
	}
	return Policies[0]
}

// RetrySetting is where versions before kept the policy's name.
const RetrySetting = "retry"

// RetryChosen is the policy that the person chose.
type RetryChosen struct{ Name string }

// retryKept is the policy that the settings name.
type retryKept struct{ Name string }

// SetRetry sets how requests are tried again.
type SetRetry struct{ Policy tablerest.Policy }

// Retries is the setting of the policy.
func Retries() page.Setting {
	var list []page.Choice
	for _, p := range Policies {
		list = append(list, page.Choice{Value: p.Name, Title: p.Text})
	}
	return page.Setting{ID: "retry", Title: "Retries", Note: "What happens when a request to an account fails.", Choices: list,
		Apply: func(value string) []page.Cmd {
			return []page.Cmd{page.Send{Msg: retryKept{value}}, SetRetry{PolicyNamed(value).Policy}}
		}}
}

func (cmd SetRetry) Run(ctx context.Context, out page.Outside) page.Msg {
	_ = wire.Do(ctx, out.Client, wire.Retry, wire.RetryRequest{Policy: cmd.Policy}) // a lost worker tells by itself
	return nil
}
