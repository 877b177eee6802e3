package e2e

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"io"
	"math/big"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"rangefinder/app/port"
	"rangefinder/server/proxy"
)

// both collects what a process prints, on both outputs.
type both struct {
	mutex sync.Mutex
	b     bytes.Buffer
}

func (o *both) Write(p []byte) (int, error) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	return o.b.Write(p)
}

func (o *both) String() string {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	return o.b.String()
}

// waitFor returns the match of a pattern in what was printed.
func (o *both) waitFor(t *testing.T, pattern string) []string {
	t.Helper()
	for range 1000 {
		if found := regexp.MustCompile(pattern).FindStringSubmatch(o.String()); found != nil {
			return found
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("%s is not printed:\n%s", pattern, o)
	return nil
}

// launch starts serve and returns what it prints. env is added to the environment.
func launch(t *testing.T, env []string, args ...string) (*exec.Cmd, *both) {
	t.Helper()
	c := serving(t, append([]string{"--listen", "127.0.0.1:0", "--tables", "off"}, args...)...)
	c.Env = append(os.Environ(), env...)
	out := &both{}
	c.Stdout, c.Stderr = out, out
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Process.Kill(); c.Wait() })
	return c, out
}

// Ensure that accounts from the environment and from a file are there for those who know the token, and that their keys are neither
// in the process list, nor in what is printed, nor in what is left of a crash.
func TestCLI_LiveAccounts(t *testing.T) {
	t.Parallel()
	key := base64.StdEncoding.EncodeToString(bytes.Repeat([]byte("very secret key!"), 4))
	file := filepath.Join(t.TempDir(), "prod")
	if err := os.WriteFile(file, []byte("AccountName=acct;AccountKey="+key+";TableEndpoint=http://127.0.0.1:1/acct"), 0o600); err != nil {
		t.Fatal(err)
	}
	c, out := launch(t, []string{"RANGEFINDER_CONNECTION_STRING=AccountName=other;AccountKey=" + key + ";TableEndpoint=http://127.0.0.1:1/other"}, "--account", "prod:production="+file)
	address := out.waitFor(t, `(http://127\.0\.0\.1:\d+/)\?token=([A-Z2-7]{26})`)
	out.waitFor(t, `Live account other: http://127.0.0.1:1/other \(SharedKeyLite, read-only\)\nLive account prod: `)
	ask := func(path string, fields ...string) (int, string) {
		r, err := http.NewRequest("GET", address[1]+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		for i := 0; i < len(fields); i += 2 {
			r.Header.Set(fields[i], fields[i+1])
		}
		response, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		body, err := io.ReadAll(response.Body)
		if err != nil {
			t.Fatal(err)
		}
		return response.StatusCode, string(body)
	}
	if status, _ := ask("api/session"); status != http.StatusUnauthorized {
		t.Errorf("without the token: %d", status)
	}
	_, session := ask("api/session", "Authorization", "Bearer "+address[2])
	page := []string{"Authorization", "Bearer " + address[2], "X-Rangefinder-Session", session}
	if status, body := ask("api/accounts", page...); status != 200 || !strings.Contains(body, `"label":"production"`) || strings.Contains(body, key) {
		t.Errorf("%d %s", status, body)
	}
	if status, body := ask("api/accounts/prod/Tables", page...); status != http.StatusBadGateway || !strings.Contains(body, "UpstreamUnreachable") {
		t.Errorf("%d %s", status, body)
	}
	if runtime.GOOS == "linux" {
		line, err := os.ReadFile("/proc/" + itoa(c.Process.Pid) + "/cmdline")
		if err != nil || strings.Contains(string(line), key[:20]) || !strings.Contains(string(line), "--account") {
			t.Errorf("%q %v", line, err)
		}
	}
	if err := c.Process.Signal(syscall.SIGQUIT); err != nil { // prints all there is on the stacks
		t.Fatal(err)
	}
	c.Wait()
	if printed := out.String(); !strings.Contains(printed, "goroutine") || strings.Contains(printed, key[:20]) || strings.Contains(printed, "very secret key!") {
		t.Errorf("the process leaves\n%.3000s", printed)
	}
}

func itoa(n int) string {
	b, _ := json.Marshal(n)
	return string(b)
}

// Ensure that serve speaks https with a certificate, and that its cookie is for https only.
func TestCLI_ServeTLS(t *testing.T) {
	t.Parallel()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "test"}, NotAfter: time.Now().Add(time.Hour), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	for name, block := range map[string]*pem.Block{"cert": {Type: "CERTIFICATE", Bytes: der}, "key": {Type: "PRIVATE KEY", Bytes: private}} {
		if err := os.WriteFile(filepath.Join(folder, name), pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	_, out := launch(t, nil, "--token", "x", "--tls-cert", filepath.Join(folder, "cert"), "--tls-key", filepath.Join(folder, "key"))
	address := out.waitFor(t, `https://127\.0\.0\.1:\d+/\?token=x`)[0]
	certificate, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	roots := x509.NewCertPool()
	roots.AddCert(certificate)
	client := &http.Client{
		Transport:     &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots}, ForceAttemptHTTP2: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	response, err := client.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if response.StatusCode != http.StatusSeeOther || response.ProtoMajor != 2 || !response.Cookies()[0].Secure {
		t.Errorf("%s %s %v", response.Proto, response.Status, response.Header)
	}
}

// Ensure that the server tells of accounts, and takes connections, in the form that the page has them.
func TestLive_Shapes(t *testing.T) {
	t.Parallel()
	for _, pair := range [][2]any{{port.Account{}, proxy.Account{}}, {port.Connection{}, proxy.Connection{}}} {
		page, server := reflect.TypeOf(pair[0]), reflect.TypeOf(pair[1])
		fields := func(r reflect.Type) (out []string) {
			for i := range r.NumField() {
				f := r.Field(i)
				out = append(out, f.Name+" "+f.Type.String()+" "+string(f.Tag))
			}
			return out
		}
		if !reflect.DeepEqual(fields(page), fields(server)) {
			t.Errorf("%s has %q, the server %q", page, fields(page), fields(server))
		}
	}
}
