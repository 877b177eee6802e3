package server

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"html"
	"strings"

	"rangefinder/web"
)

// A site is served by hosts that may compress nothing, so its page asks for the gzip copies of what is large and inflates them
// itself. That is so for versions that begin with packedMark: boot.js, late.js and the service worker look at it. Nothing but the
// version reaches the worker's scripts.
const packedMark = "z"

// packedFiles returns the files that the page of a site asks for compressed: the program and its rest, and the style sheets and
// scripts that boot.js puts into the page.
func packedFiles(b *web.Bundle) []*web.File {
	var list []*web.File
	for _, name := range present(b, append([]string{web.ProgramName, web.RestName, editorName}, styles...)) {
		list = append(list, b.Lookup(name))
	}
	return list
}

// packedHead is what comes first in the page of a site: its policy, and the style sheets for visitors without scripts.
func packedHead(b *web.Bundle, policy string) string {
	var head strings.Builder
	fmt.Fprintf(&head, "\n<meta http-equiv=\"Content-Security-Policy\" content=\"%s\">\n<noscript>", html.EscapeString(policy))
	for _, name := range present(b, styles) {
		fmt.Fprintf(&head, `<link rel="stylesheet" href="web/%s?v=%s">`, name, versionMark)
	}
	head.WriteString("</noscript>")
	return head.String()
}

// packedMarks are attributes that tell boot.js which style sheets and scripts the page needs.
func packedMarks(b *web.Bundle) string {
	return fmt.Sprintf(` data-styles="%s" data-scripts="%s"`, strings.Join(present(b, styles), " "), strings.Join(present(b, []string{editorName}), " "))
}

// present returns those of the files that the bundle has.
func present(b *web.Bundle, names []string) (out []string) {
	for _, name := range names {
		if b.Lookup(name) != nil {
			out = append(out, name)
		}
	}
	return out
}

// sitePolicy is the policy as an element of the page of a site. Inflated scripts are put into the page as text, so it allows these
// very texts by their hashes, and no other.
func sitePolicy(b *web.Bundle) (string, error) {
	editor := b.Lookup(editorName)
	if editor == nil {
		return metaPolicy, nil
	}
	text, err := editor.Identity()
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(text)
	const own = "script-src 'self'"
	return strings.Replace(metaPolicy, own, own+" 'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'", 1), nil
}
