package server

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/web"
)

// styles and scripts are loaded in this order when the bundle has them.
var (
	styles  = []string{"app.css", "grid.css", "panels.css"}
	scripts = []string{"late.js", editorName}
)

// editorName is the script that the program needs when it begins.
const editorName = "editor.js"

// shell is what is made for the page, by path without the leading slash; the page itself is "".
type shell struct {
	version string // hash of everything the page consists of
	files   map[string][]byte
}

// versionMark stands for the version until everything that goes into it is known.
const versionMark = "rangefinder-version-mark"

// accountsMark stands for the number of accounts until the page is asked for, as they come and go. It does not go into the version: a
// page with another number is no new one.
const accountsMark = "rangefinder-accounts-mark"

// renderShell has go-app render the page and its scripts, then makes them fit: addresses become relative, so that any
// path prefix works, and carry the version; the download is left to boot.js. policy, when not empty, makes the page of a
// site: it is written into the page as a Content-Security-Policy, and the files of packedFiles are left to boot.js, too.
func renderShell(c Config, policy string) (*shell, error) {
	site := policy != ""
	program := c.Bundle.Lookup(web.ProgramName)
	if program == nil {
		return nil, web.ErrNotBuilt
	}
	c.Routes()
	handler := &app.Handler{
		Name:              appName,
		ShortName:         appName,
		Title:             appName,
		Description:       appDescription,
		LoadingLabel:      "{progress} %",
		BackgroundColor:   backgroundColor,
		ThemeColor:        themeColor,
		Version:           versionMark,
		WasmContentLength: strconv.Itoa(program.Size),
		Resources:         versioned{},
		Icon: app.Icon{
			Default:  "/web/icons/icon-192.png",
			Large:    "/web/icons/icon-512.png",
			Maskable: "/web/icons/icon-maskable-512.png",
			SVG:      "/web/icons/icon.svg",
		},
	}
	for _, name := range styles {
		if c.Bundle.Lookup(name) != nil && !site {
			handler.Styles = append(handler.Styles, "/web/"+name)
		}
	}
	for _, name := range scripts {
		if c.Bundle.Lookup(name) != nil && !(site && name == editorName) {
			handler.Scripts = append(handler.Scripts, "/web/"+name+" defer")
		}
	}

	s := &shell{files: make(map[string][]byte)}
	edits := map[string]func(string) (string, error){
		"": func(page string) (string, error) {
			if site {
				return editPage(page, program.Size, packedHead(c.Bundle, policy), packedMarks(c.Bundle))
			}
			return editPage(page, program.Size, "", marksOf(c))
		},
		"app.js": editAppJS,
	}
	for name, edit := range edits {
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "http://localhost/"+name, nil))
		if w.Code != http.StatusOK {
			return nil, fmt.Errorf("server: go-app answers %d to /%s", w.Code, name)
		}
		edited, err := edit(w.Body.String())
		if err != nil {
			return nil, fmt.Errorf("server: /%s as go-app makes it: %w", name, err)
		}
		s.files[name] = []byte(edited)
	}

	var err error
	if s.files[manifestName], err = renderManifest(); err != nil {
		return nil, fmt.Errorf("server: the manifest: %w", err)
	}
	s.version = contentVersion(c.Bundle, s.files)
	var packed []*web.File
	if site {
		s.version = packedMark + s.version[1:]
		packed = packedFiles(c.Bundle)
	}
	known := strings.NewReplacer(versionMark, s.version)
	for name, data := range s.files {
		s.files[name] = []byte(known.Replace(string(data)))
	}
	if s.files[serviceWorkerName], err = serviceWorker(c.Bundle, s, packed); err != nil {
		return nil, err
	}
	return s, nil
}

// contentVersion is the same for the same content and different for any other, whenever and wherever it is computed.
func contentVersion(b *web.Bundle, shell map[string][]byte) string {
	hash := sha256.New()
	io.WriteString(hash, serviceWorkerTemplate) // a hash does not fail
	for _, f := range b.Files() {
		fmt.Fprintf(hash, "%s %s\n", f.Name, f.SHA256)
	}
	names := make([]string, 0, len(shell))
	for name := range shell {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		fmt.Fprintf(hash, "%s %x\n", name, sha256.Sum256(shell[name]))
	}
	return hex.EncodeToString(hash.Sum(nil))[:16]
}

// versioned resolves go-app's absolute locations to relative ones with the version.
type versioned struct{}

func (versioned) Resolve(location string) string {
	switch location {
	case "/":
		return "./"
	case "/web":
		return "web"
	case "/" + serviceWorkerName, "/" + manifestName:
		return location[1:] // browsers look for news of these under an unchanging address
	}
	if !strings.HasPrefix(location, "/") {
		return location
	}
	return location[1:] + "?v=" + versionMark
}

var (
	// go-app writes its loader over the whole page; the shell below is worth seeing, and boot.js reports there.
	loaderPattern = regexp.MustCompile(`<aside [^>]*id="app-wasm-loader"[^>]*>|<aside id="app-wasm-loader"[^>]*>`)
	// The loader's picture would be downloaded although it is hidden.
	loaderIconPattern = regexp.MustCompile(`<img [^>]*id="app-wasm-loader-icon"[^>]*>`)
	sourcePattern     = regexp.MustCompile(` src="[^"]*"`)
	// Addresses for social networks have to be absolute, and this page has no address of its own.
	socialPattern = regexp.MustCompile(`\s*<meta [^>]*property="og:(?:url|image)"[^>]*>`)
	// go-app's own style sheet dresses the loader and its 404 page; we show neither.
	appCSSPattern = regexp.MustCompile(`\s*<link [^>]*href="app\.css\?v=[^"]*"[^>]*>`)
	// Sent without cookies, the request for the manifest would be refused where a token is asked for.
	manifestPattern = regexp.MustCompile(`<link [^>]*href="manifest\.webmanifest"`)
	tagPattern      = regexp.MustCompile(`<([a-z][a-z0-9-]*)((?: [a-z][a-z0-9:-]*(?:="(?:[^"\\]|\\.)*")?)+)(/?)>`)
	attributes      = regexp.MustCompile(` [a-z][a-z0-9:-]*(?:="(?:[^"\\]|\\.)*")?`)
)

// marksOf are attributes that tell the page what it can ask of its server; without them it asks nothing.
func marksOf(c Config) string {
	marks := ""
	if c.Tables != nil || c.Live != nil {
		marks = ` data-accounts="` + accountsMark + `"` // the page leaves room for so many
	}
	if c.Feed != nil && c.Tables != nil {
		marks += ` data-requests="api/requests"`
	}
	return marks
}

// editPage makes the page fit. head comes before everything that loads anything; marks are attributes for boot.js.
func editPage(page string, programSize int, head, marks string) (string, error) {
	page = sortAttributes(page)
	loader, err := only(loaderPattern, page)
	if err != nil {
		return "", err
	}
	page = strings.Replace(page, loader, strings.Replace(loader, "<aside ", "<aside hidden ", 1), 1)
	icon, err := only(loaderIconPattern, page)
	if err != nil {
		return "", err
	}
	page = strings.Replace(page, icon, sourcePattern.ReplaceAllString(icon, ""), 1)
	manifest, err := only(manifestPattern, page)
	if err != nil {
		return "", err
	}
	page = strings.Replace(page, manifest, manifest+` crossorigin="use-credentials"`, 1)
	link, err := only(appCSSPattern, page)
	if err != nil {
		return "", err
	}
	page = strings.Replace(page, link, "", 1)
	page = socialPattern.ReplaceAllString(page, "")

	first := `<meta charset="UTF-8">`
	if strings.Count(page, first) != 1 {
		return "", fmt.Errorf("%s is there %d times, want once", first, strings.Count(page, first))
	}
	old := first
	first += head
	first += fmt.Sprintf("\n<script data-program-size=\"%d\"%s src=\"web/boot.js?v=%s\"></script>", programSize, marks, versionMark)
	return strings.Replace(page, old, first, 1), nil
}

// only returns the one match of the pattern. A new go-app that writes something else must not go unnoticed.
func only(pattern *regexp.Regexp, text string) (string, error) {
	matches := pattern.FindAllString(text, -1)
	if len(matches) != 1 {
		return "", fmt.Errorf("%s matches %d times, want once", pattern, len(matches))
	}
	return matches[0], nil
}

// sortAttributes puts the attributes of every tag in the order of their names: go-app writes them in the random order
// of a map, and the version has to be the same for the same page. It leaves out style attributes, which the policy
// refuses in markup; the program sets them when it starts.
func sortAttributes(page string) string {
	return tagPattern.ReplaceAllStringFunc(page, func(tag string) string {
		parts := tagPattern.FindStringSubmatch(tag)
		list := attributes.FindAllString(parts[2], -1)
		slices.Sort(list)
		list = slices.DeleteFunc(list, func(attribute string) bool { return strings.HasPrefix(attribute, " style=") })
		return "<" + parts[1] + strings.Join(list, "") + parts[3] + ">"
	})
}

// editAppJS takes the download and the service worker from go-app's script, in favour of boot.js, and tells the
// program where in the site it is: at whatever address the page was loaded from, so the one route "/" fits under any
// prefix and for index.html too.
func editAppJS(script string) (string, error) {
	for _, want := range []string{"async function fetchWithProgress(", "async function goappInitServiceWorker(", "const goappEnv ="} {
		if strings.Count(script, want) != 1 {
			return "", fmt.Errorf("%q is there %d times, want once", want, strings.Count(script, want))
		}
	}
	return "fetchWithProgress = rangefinderFetchProgram;\n" +
		"goappInitServiceWorker = rangefinderServiceWorker;\n" + script +
		"\ngoappEnv.GOAPP_ROOT_PREFIX = location.pathname.replace(/\\/$/, \"\");\n", nil
}
