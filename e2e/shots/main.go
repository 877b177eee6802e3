// Shots takes pictures of the screens, for people to look at: at 1440x900, 1024x768 and 390x844, light and dark.
//
//	go run ./e2e/shots [-out e2e/artifacts] [-wait EXPRESSION] [-do EXPRESSION] [ADDRESS...]
//
// An ADDRESS is relative to the page, such as "#/movies"; none means the page as it opens. Before each picture the
// JavaScript of -do is evaluated and the expression of -wait has to become true. Whatever the browser complains of is
// printed, and the exit status is then 1.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"rangefinder/e2e/harness"
)

func main() {
	out := flag.String("out", filepath.Join("e2e", "artifacts"), "`folder` for the pictures")
	wait := flag.String("wait", "true", "JavaScript `expression` that must become true before the picture")
	do := flag.String("do", "", "JavaScript `expression` to evaluate when the page has started")
	flag.Parse()
	addresses := flag.Args()
	if len(addresses) == 0 {
		addresses = []string{""}
	}
	if err := shoot(*out, addresses, *do, *wait); err != nil {
		fmt.Fprintln(os.Stderr, "shots:", err)
		os.Exit(1)
	}
}

func shoot(out string, addresses []string, do, wait string) error {
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	site, err := harness.ServePage()
	if err != nil {
		return err
	}
	defer site.Close()
	browser, err := harness.Launch()
	if err != nil {
		return err
	}
	defer browser.Close()

	var complaints []string
	for _, address := range addresses {
		for _, view := range harness.Views() {
			name := fileName(address) + "-" + view.String() + ".png"
			problems, err := picture(browser, site.URL+address, view, do, wait, filepath.Join(out, name))
			if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			fmt.Println(filepath.Join(out, name))
			for _, problem := range problems {
				complaints = append(complaints, name+": "+problem)
			}
		}
	}
	if len(complaints) > 0 {
		return fmt.Errorf("the browser complained:\n%s", strings.Join(complaints, "\n"))
	}
	return nil
}

func picture(browser *harness.Browser, address string, view harness.View, do, wait, file string) (problems []string, err error) {
	page, err := browser.Open(address, view)
	if err != nil {
		return nil, err
	}
	defer page.Close()
	if err := page.WaitStarted(); err != nil {
		return nil, err
	}
	if do != "" {
		if err := page.Eval(do, nil); err != nil {
			return nil, err
		}
	}
	if err := page.Wait(wait); err != nil {
		return nil, err
	}
	png, err := page.Screenshot()
	if err != nil {
		return nil, err
	}
	return page.Problems(), os.WriteFile(file, png, 0o644)
}

var unsafe = regexp.MustCompile(`[^A-Za-z0-9]+`)

func fileName(address string) string {
	name := strings.Trim(unsafe.ReplaceAllString(address, "-"), "-")
	if name == "" {
		return "start"
	}
	return name[:min(len(name), 60)]
}
