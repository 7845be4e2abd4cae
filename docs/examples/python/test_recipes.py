import json
import os
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor

import pytest

URL = os.environ["MARKET_DATA_URL"]
CONTROL = os.environ["MARKET_DATA_CONTROL_URL"]
BARS = "/v2/data/trades.v1/exchanges/cbse/spot/btc-usd/aggregations/ohlcv?interval=1m&page_size=1"


def control(method, path, body=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(CONTROL + path, data, {"Content-Type": "application/json"}, method=method)
    with urllib.request.urlopen(request) as response:
        return json.loads(response.read() or "null")


def ask(tenant, path=BARS):
    request = urllib.request.Request(URL + path, headers={"X-Api-Key": tenant["key"]})
    try:
        with urllib.request.urlopen(request) as response:
            return response.status, json.load(response)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


@pytest.fixture
def tenant():
    made = control("POST", "/tenants", {})
    yield made
    control("DELETE", f"/tenants/{made['tenant']}")


def test_fails_twice_then_works(tenant):
    rule = {"on": {"first": 2}, "do": {"status": 503, "retry_after": 1}}
    control("POST", f"/tenants/{tenant['tenant']}/faults", rule)
    assert [ask(tenant)[0] for _ in range(3)] == [503, 503, 200]


def test_a_candle_appears_when_the_minute_is_over(tenant):
    clock = f"/tenants/{tenant['tenant']}/clock"
    control("PUT", clock, {"now": "2026-01-30T12:00:30Z"})
    before = ask(tenant)[1]["data"][0]["timestamp"]
    control("POST", f"{clock}/advance", {"by": "PT1M"})
    assert ask(tenant)[1]["data"][0]["timestamp"] == before + 60_000


def test_the_client_made_exactly_these_calls(tenant):
    ask(tenant)
    expected = {"expect": [{"operation": "listOhlcv", "times": 1}], "only": True, "within": "PT5S"}
    verified = control("POST", f"/tenants/{tenant['tenant']}/verify", expected)
    assert verified["ok"], verified


def test_parallel_workers_do_not_see_each_other():
    workers = [control("POST", "/tenants", {"limit": 2}) for _ in range(4)]
    with ThreadPoolExecutor() as pool:
        responses = list(pool.map(ask, workers * 2))
    assert [status for status, _ in responses] == [200] * 8
