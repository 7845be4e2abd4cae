package sandbox

import (
	"encoding/json"
	"io"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"
)

const bars = "/v2/data/trades.v1/exchanges/cbse/spot/btc-usd/aggregations/ohlcv?interval=1m&page_size=1"

// control calls the control plane and decodes the response.
func control(t *testing.T, method, path, body string, decoded any) {
	t.Helper()
	request, _ := http.NewRequest(method, os.Getenv("MARKET_DATA_CONTROL_URL")+path, strings.NewReader(body))
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, _ := io.ReadAll(response.Body)
	if response.StatusCode >= 300 || json.Unmarshal(text, decoded) != nil {
		t.Fatal(response.Status, string(text))
	}
}

type tenant struct {
	Path, Key string
}

func newTenant(t *testing.T, options string) tenant {
	t.Helper()
	var made struct{ Tenant, Key string }
	control(t, "POST", "/tenants", options, &made)
	return tenant{"/tenants/" + made.Tenant, made.Key}
}

// ask returns the status and the newest bar's start time in milliseconds.
func ask(t *testing.T, key string) (int, int64) {
	request, _ := http.NewRequest("GET", os.Getenv("MARKET_DATA_URL")+bars, nil)
	request.Header.Set("X-Api-Key", key)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Error(err)
		return 0, 0
	}
	defer response.Body.Close()
	var page struct{ Data []struct{ Timestamp int64 } }
	if json.NewDecoder(response.Body).Decode(&page) != nil || len(page.Data) == 0 {
		return response.StatusCode, 0
	}
	return response.StatusCode, page.Data[0].Timestamp
}

func TestFailsTwiceThenWorks(t *testing.T) {
	own := newTenant(t, `{}`)
	var rule any
	control(t, "POST", own.Path+"/faults", `{"on": {"first": 2}, "do": {"status": 503, "retry_after": 1}}`, &rule)
	for _, expected := range []int{503, 503, 200} {
		if status, _ := ask(t, own.Key); status != expected {
			t.Error(status, "instead of", expected)
		}
	}
}

func TestACandleAppearsWhenTheMinuteIsOver(t *testing.T) {
	own := newTenant(t, `{"now": "2026-01-30T12:00:30Z"}`)
	_, before := ask(t, own.Key)
	var clock any
	control(t, "POST", own.Path+"/clock/advance", `{"by": "PT1M"}`, &clock)
	if _, after := ask(t, own.Key); after != before+60_000 {
		t.Error(after, "does not follow", before)
	}
}

func TestTheClientMadeExactlyTheseCalls(t *testing.T) {
	own := newTenant(t, `{}`)
	ask(t, own.Key)
	var verified struct {
		OK     bool
		Why    string
		Misses any `json:"near_misses"`
	}
	expected := `{"expect": [{"operation": "listOhlcv", "times": 1}], "only": true, "within": "PT5S"}`
	control(t, "POST", own.Path+"/verify", expected, &verified)
	if !verified.OK {
		t.Error(verified.Why, verified.Misses)
	}
}

func TestParallelWorkersDoNotSeeEachOther(t *testing.T) {
	var workers sync.WaitGroup
	for n := 0; n < 4; n++ {
		own := newTenant(t, `{"limit": 2}`)
		for n := 0; n < 2; n++ {
			workers.Add(1)
			go func() {
				defer workers.Done()
				if status, _ := ask(t, own.Key); status != 200 {
					t.Error(status)
				}
			}()
		}
	}
	workers.Wait()
}
