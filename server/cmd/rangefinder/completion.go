package main

import (
	"flag"
	"fmt"
	"io"
	"strings"
)

func completion(args []string, _ io.Reader, stdout, stderr io.Writer) int {
	shells := map[string]func() string{"bash": bashCompletion, "zsh": zshCompletion, "fish": fishCompletion}
	if len(args) != 1 || shells[args[0]] == nil {
		return misused(newFlags("completion"), fmt.Errorf("name a shell: bash, zsh or fish"), stderr)
	}
	if _, err := io.WriteString(stdout, shells[args[0]]()); err != nil {
		fmt.Fprintln(stderr, "rangefinder:", err)
		return 1
	}
	return 0
}

// words returns what completes the first argument.
func words() string {
	var names []string
	for _, c := range commands {
		names = append(names, c.name)
	}
	return strings.Join(names, " ")
}

// argumentWords returns the words that a command takes, empty for one that takes others.
func (c *command) argumentWords() string {
	switch c.name {
	case "completion":
		return "bash zsh fish"
	case "help":
		return words()
	}
	return ""
}

// eachFlag calls f with the flags of a command.
func (c *command) eachFlag(f func(*flag.Flag)) {
	for _, s := range c.sections() {
		for _, g := range s.flags {
			f(g)
		}
	}
}

func bashCompletion() string {
	var b strings.Builder
	b.WriteString(`# bash completion of rangefinder
_rangefinder() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} list=
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W "` + words() + `" -- "$word"))
    return
  fi
  case $before in
`)
	for _, name := range valuedFlags() {
		fmt.Fprintf(&b, "    --%s) COMPREPLY=($(compgen -W %q -- \"$word\")); return ;;\n", name, strings.Join(flagValues[name], " "))
	}
	b.WriteString("  esac\n  case ${COMP_WORDS[1]} in\n")
	for _, c := range commands {
		var list []string
		c.eachFlag(func(f *flag.Flag) { list = append(list, "--"+f.Name) })
		if text := c.argumentWords(); text != "" {
			fmt.Fprintf(&b, "    %s) COMPREPLY=($(compgen -W %q -- \"$word\")); return ;;\n", c.name, text)
		} else if len(list) > 0 {
			fmt.Fprintf(&b, "    %s) list=%q ;;\n", c.name, strings.Join(list, " "))
		}
	}
	b.WriteString(`  esac
  [[ $word == -* ]] && COMPREPLY=($(compgen -W "$list" -- "$word"))
}
complete -o default -F _rangefinder rangefinder
`)
	return b.String()
}

// valuedFlags returns the flags with known values in a fixed order.
func valuedFlags() []string { return []string{"profile", "sign", "retry", "conflicts", "deny"} }

func zshCompletion() string {
	var b strings.Builder
	b.WriteString("#compdef rangefinder\n_rangefinder() {\n  if ((CURRENT == 2)); then\n    local -a names=(\n")
	for _, c := range commands {
		fmt.Fprintf(&b, "      %s\n", quote(c.name+":"+strings.ReplaceAll(c.forms[0].summary, ":", `\:`)))
	}
	b.WriteString("    )\n    _describe command names\n    return\n  fi\n  case $words[2] in\n")
	for _, c := range commands {
		fmt.Fprintf(&b, "    %s)\n      _arguments \\\n", c.name)
		c.eachFlag(func(f *flag.Flag) {
			value, usage := flagUsage(f)
			text := "--" + f.Name
			if value != "" {
				text += "="
			}
			text += "[" + strings.NewReplacer("[", `\[`, "]", `\]`, ":", `\:`).Replace(sentence(usage)) + "]"
			if value != "" {
				text += ":" + strings.ReplaceAll(value, ":", `\:`) + ":"
				if list := flagValues[f.Name]; list != nil {
					text += "(" + strings.Join(list, " ") + ")"
				} else {
					text += "_files"
				}
			}
			fmt.Fprintf(&b, "        %s \\\n", quote(text))
		})
		if text := c.argumentWords(); text != "" {
			fmt.Fprintf(&b, "        %s\n      ;;\n", quote("2:word:("+text+")"))
		} else {
			b.WriteString("        '*:file:_files'\n      ;;\n")
		}
	}
	b.WriteString("  esac\n}\nif [ \"$funcstack[1]\" = _rangefinder ]; then _rangefinder \"$@\"; else compdef _rangefinder rangefinder; fi\n")
	return b.String()
}

func fishCompletion() string {
	var b strings.Builder
	b.WriteString("# fish completion of rangefinder\n")
	for _, c := range commands {
		fmt.Fprintf(&b, "complete -c rangefinder -f -n __fish_use_subcommand -a %s -d %s\n", c.name, quote(c.forms[0].summary))
	}
	for _, c := range commands {
		when := quote("__fish_seen_subcommand_from " + c.name)
		c.eachFlag(func(f *flag.Flag) {
			value, usage := flagUsage(f)
			fmt.Fprintf(&b, "complete -c rangefinder -n %s -l %s", when, f.Name)
			switch list := flagValues[f.Name]; {
			case list != nil:
				fmt.Fprintf(&b, " -x -a %s", quote(strings.Join(list, " ")))
			case value != "":
				b.WriteString(" -r")
			}
			fmt.Fprintf(&b, " -d %s\n", quote(sentence(usage)))
		})
		if text := c.argumentWords(); text != "" {
			fmt.Fprintf(&b, "complete -c rangefinder -f -n %s -a %s\n", when, quote(text))
		}
	}
	return b.String()
}

// sentence returns the first part of what a flag does, which is enough in a list.
func sentence(usage string) string {
	if i := strings.IndexAny(usage, ";."); i > 0 && i < len(usage)-1 && usage[i+1] == ' ' {
		return usage[:i]
	}
	return usage
}

// quote makes a text one word of a shell. In fish, backslashes count inside quotes, too.
func quote(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }
