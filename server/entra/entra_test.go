package entra

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
)

type fake struct {
	scopes []string
	err    error
}

func (f *fake) GetToken(_ context.Context, o policy.TokenRequestOptions) (azcore.AccessToken, error) {
	f.scopes = o.Scopes
	return azcore.AccessToken{Token: "t", ExpiresOn: time.Unix(1, 0)}, f.err
}

// Ensure that a credential is asked for the scope, and that a failure says that signing in failed.
func TestTokens(t *testing.T) {
	f := &fake{}
	token, expires, err := New(f).Token(t.Context(), "https://storage.azure.com/.default")
	if err != nil || token != "t" || !expires.Equal(time.Unix(1, 0)) || len(f.scopes) != 1 || f.scopes[0] != "https://storage.azure.com/.default" {
		t.Errorf("%q %v %v for %v", token, expires, err, f.scopes)
	}
	f.err = errors.New("no identity")
	if _, _, err := New(f).Token(t.Context(), "x"); err == nil || !strings.Contains(err.Error(), "signing in with Entra ID failed: no identity") {
		t.Errorf("%v", err)
	}
}
