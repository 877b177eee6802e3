// Shots takes pictures of the screens, for people to look at: at 1440x900, 1024x768 and 390x844, light and dark.
//
//	go run ./e2e/shots [-out e2e/artifacts] [-approve] [-only WORD] [-wait EXPRESSION] [-do EXPRESSION] [ADDRESS...]
//
// Without an ADDRESS it takes the screens of package looks, those whose name holds WORD; with -approve they become what
// `go test ./e2e/looks` compares with. An ADDRESS is relative to the page, such as "#v=1&t=Movies"; before each picture of one
// the JavaScript of -do is evaluated and the expression of -wait has to become true. Whatever the browser complains of is
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
	"rangefinder/e2e/looks"
)

func main() {
	out := flag.String("out", filepath.Join("e2e", "artifacts"), "`folder` for the pictures")
	approve := flag.Bool("approve", false, "take the screens as they are now for right")
	only := flag.String("only", "", "`word` in the names of the screens to take")
	wait := flag.String("wait", "true", "JavaScript `expression` that must become true before the picture")
	do := flag.String("do", "", "JavaScript `expression` to evaluate when the page has started")
	flag.Parse()
	var screens []looks.Screen
	for _, address := range flag.Args() {
		screens = append(screens, looks.Screen{Name: fileName(address), Address: address, Ready: "true", Do: *do, Wait: *wait})
	}
	if len(screens) == 0 {
		for _, s := range looks.Screens() {
			if strings.Contains(s.Name, *only) {
				screens = append(screens, s)
			}
		}
	}
	if err := shoot(*out, screens, *approve); err != nil {
		fmt.Fprintln(os.Stderr, "shots:", err)
		os.Exit(1)
	}
}

func shoot(out string, screens []looks.Screen, approve bool) error {
	for _, dir := range []string{out, looks.Approved()} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
	}
	browser, err := harness.Launch()
	if err != nil {
		return err
	}
	defer browser.Close()

	var complaints []string
	for _, s := range screens {
		site, err := looks.Serve(s)
		if err != nil {
			return err
		}
		problems, err := looks.Take(browser, site.URL, s, func(of looks.Screen, view harness.View, picture []byte) error {
			file := filepath.Join(out, looks.File(of, view))
			fmt.Println(file)
			if err := os.WriteFile(file, picture, 0o644); err != nil || !approve {
				return err
			}
			small, err := looks.Reduce(picture)
			if err != nil {
				return err
			}
			return os.WriteFile(filepath.Join(looks.Approved(), looks.File(of, view)), small, 0o644)
		})
		site.Close()
		if err != nil {
			return err
		}
		for _, problem := range problems {
			complaints = append(complaints, s.Name+": "+problem)
		}
	}
	if len(complaints) > 0 {
		return fmt.Errorf("the browser complained:\n%s", strings.Join(complaints, "\n"))
	}
	return nil
}

var unsafe = regexp.MustCompile(`[^A-Za-z0-9]+`)

func fileName(address string) string {
	name := strings.Trim(unsafe.ReplaceAllString(address, "-"), "-")
	if name == "" {
		return "start"
	}
	return name[:min(len(name), 60)]
}
