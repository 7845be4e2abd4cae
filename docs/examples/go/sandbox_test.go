package sandbox

import (
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

var server struct {
	URL string
	PID int
}

func TestMain(m *testing.M) {
	folder, err := os.MkdirTemp("", "sandbox")
	if err != nil {
		panic(err)
	}
	ready := filepath.Join(folder, "ready.json")
	command := exec.Command("npx", "market-data-sandbox", "--port", "0", "--ready-file", ready,
		"--profile", "tiny", "--now", "2026-01-31T00:00:00Z", "--log-level", "warn")
	command.Stdout, command.Stderr = os.Stdout, os.Stderr
	if err := command.Start(); err != nil {
		panic(err)
	}
	for deadline := time.Now().Add(time.Minute); server.URL == ""; time.Sleep(50 * time.Millisecond) {
		if text, err := os.ReadFile(ready); err == nil {
			json.Unmarshal(text, &server)
		} else if time.Now().After(deadline) {
			panic("the server did not start")
		}
	}
	code := m.Run()
	if process, err := os.FindProcess(server.PID); err == nil {
		process.Signal(os.Interrupt)
	}
	command.Wait()
	os.RemoveAll(folder)
	os.Exit(code)
}

func TestLastHourlyBar(t *testing.T) {
	path := "/v2/data/trades.v1/exchanges/cbse/spot/btc-usd/aggregations/ohlcv?interval=1h&page_size=1"
	request, _ := http.NewRequest("GET", server.URL+path, nil)
	request.Header.Set("X-Api-Key", "sandbox-key")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var page struct{ Data []struct{ Timestamp int64 } }
	if err := json.NewDecoder(response.Body).Decode(&page); err != nil {
		t.Fatal(err)
	}
	if page.Data[0].Timestamp != 1769814000000 {
		t.Error("the last bar starts at", page.Data[0].Timestamp)
	}
}
