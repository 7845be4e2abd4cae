import json
import os
import signal
import subprocess
import time
import urllib.request

import pytest


@pytest.fixture(scope="session")
def market_data(tmp_path_factory):
    ready = tmp_path_factory.mktemp("sandbox") / "ready.json"
    command = ["npx", "market-data-sandbox", "--port", "0", "--ready-file", str(ready)]
    options = ["--profile", "tiny", "--now", "2026-01-31T00:00:00Z", "--log-level", "warn"]
    server = subprocess.Popen(command + options)
    while not ready.exists():
        assert server.poll() is None, "the server did not start"
        time.sleep(0.05)
    running = json.loads(ready.read_text())
    yield running["url"]
    os.kill(running["pid"], signal.SIGTERM)
    server.wait()


def test_last_hourly_bar(market_data):
    path = "/v2/data/trades.v1/exchanges/cbse/spot/btc-usd/aggregations/ohlcv?interval=1h&page_size=1"
    request = urllib.request.Request(market_data + path, headers={"X-Api-Key": "sandbox-key"})
    with urllib.request.urlopen(request) as response:
        assert json.load(response)["data"][0]["timestamp"] == 1769814000000
