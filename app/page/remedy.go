package page

import (
	"slices"

	"rangefinder/app/wire"
)

// remedies say what can be done about what an account or the way to it answers.
var remedies = []struct {
	Codes []string
	Text  string
}{
	{[]string{"AuthorizationFailure", "AuthorizationPermissionMismatch", "AuthorizationServiceMismatch", "AuthorizationResourceTypeMismatch", "InsufficientAccountPermissions"},
		"What the server signs with does not allow this, or the account's firewall keeps the server out. Look at its permissions and at the firewall, or connect the account with another key or signature."},
	{[]string{"AuthenticationFailed", "InvalidAuthenticationInfo", "NoAuthenticationInformation", "SignInFailed"},
		"The key or signature may have been changed or have run out, or the clock of the server's machine is wrong. Connect the account again."},
	{[]string{"UpstreamUnreachable", wire.NoAnswer}, "Look at the network and the address of the account, then try again. Tables of this browser work meanwhile."},
	{[]string{wire.ServerSilent}, "Start it again, or look at the network, then try again. Tables of this browser work meanwhile."},
	{[]string{"ServerBusy", "OperationTimedOut"}, "The service asks for patience. Try again in a while, or with a filter that reads less."},
	{[]string{"TableNotFound", "ResourceNotFound"}, "It may have been deleted meanwhile. List the tables again."},
}

// WhatToDo is what a person can do about a failure, "" when that is not known.
func WhatToDo(f *wire.Failure) string {
	for _, r := range remedies {
		if slices.Contains(r.Codes, f.Code) {
			return r.Text
		}
	}
	return ""
}
