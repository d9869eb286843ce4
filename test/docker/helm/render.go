// Renders the templates of a chart as Helm does: Go templates with the functions of sprig, and include, toYaml, fromYaml, required and .Files.Get.
// Usage: render CHART_JSON TEMPLATE_FOLDER; the JSON has what templates see: Values, Chart, Release.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"gopkg.in/yaml.v3"
)

func main() {
	var data map[string]interface{}
	check(json.Unmarshal(read(os.Args[1]), &data))
	data["Files"] = chartFiles{filepath.Dir(os.Args[2])}
	root := template.New("chart").Option("missingkey=error")
	functions := sprig.TxtFuncMap()
	functions["include"] = func(name string, data interface{}) (string, error) {
		var text strings.Builder
		err := root.ExecuteTemplate(&text, name, data)
		return text.String(), err
	}
	functions["toYaml"] = func(value interface{}) (string, error) {
		text, err := yaml.Marshal(value)
		return strings.TrimSuffix(string(text), "\n"), err
	}
	functions["fromYaml"] = func(text string) (map[string]interface{}, error) {
		var value map[string]interface{}
		err := yaml.Unmarshal([]byte(text), &value)
		return value, err
	}
	functions["required"] = func(fault string, value interface{}) (interface{}, error) {
		if value == nil || value == "" {
			return nil, errors.New(fault)
		}
		return value, nil
	}
	root.Funcs(functions)
	files, err := filepath.Glob(filepath.Join(os.Args[2], "*"))
	check(err)
	for _, file := range files {
		template.Must(root.New(filepath.Base(file)).Parse(string(read(file))))
	}
	for _, file := range files {
		if filepath.Ext(file) == ".yaml" {
			fmt.Println("---")
			check(root.ExecuteTemplate(os.Stdout, filepath.Base(file), data))
		}
	}
}

type chartFiles struct{ folder string }

func (files chartFiles) Get(name string) string {
	return string(read(filepath.Join(files.folder, name)))
}

func read(path string) []byte {
	text, err := os.ReadFile(path)
	check(err)
	return text
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
