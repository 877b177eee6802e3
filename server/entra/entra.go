// Package entra signs in with Entra ID by the means that the machine has: environment variables, a workload's or a managed
// identity, the Azure tools. Nothing is asked for before the first token is.
package entra

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
	"github.com/Azure/azure-sdk-for-go/sdk/azidentity"

	"rangefinder/server/connection"
)

// patience bounds how long one sign-in may take.
const patience = 30 * time.Second

// Default signs in with the default chain of the Azure SDK.
func Default() connection.Tokens {
	return &tokens{credential: sync.OnceValues(func() (azcore.TokenCredential, error) {
		return azidentity.NewDefaultAzureCredential(nil)
	})}
}

// New signs in with a credential.
func New(credential azcore.TokenCredential) connection.Tokens {
	return &tokens{credential: func() (azcore.TokenCredential, error) { return credential, nil }}
}

type tokens struct {
	credential func() (azcore.TokenCredential, error)
}

// Token implements connection.Tokens. An error of the chain tells what each of its members misses.
func (t *tokens) Token(ctx context.Context, scope string) (string, time.Time, error) {
	credential, err := t.credential()
	if err != nil {
		return "", time.Time{}, fmt.Errorf("there is no way to sign in with Entra ID: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	token, err := credential.GetToken(ctx, policy.TokenRequestOptions{Scopes: []string{scope}})
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return "", time.Time{}, fmt.Errorf("signing in with Entra ID took longer than %v", patience)
	case err != nil:
		return "", time.Time{}, fmt.Errorf("signing in with Entra ID failed: %w", err)
	}
	return token.Token, token.ExpiresOn, nil
}
