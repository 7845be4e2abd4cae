import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;

public class Sandbox implements AutoCloseable {
  final String url;
  private final ProcessHandle server;

  Sandbox() throws Exception {
    var ready = Files.createTempDirectory("sandbox").resolve("ready.json");
    var npx = new ProcessBuilder("npx", "market-data-sandbox", "--port", "0", "--ready-file", ready.toString(),
        "--profile", "tiny", "--now", "2026-01-31T00:00:00Z", "--log-level", "warn").inheritIO().start();
    while (!Files.exists(ready)) {
      if (!npx.isAlive()) throw new IllegalStateException("the server did not start");
      Thread.sleep(50);
    }
    var started = Files.readString(ready);
    url = started.replaceFirst("(?s).*\"url\":\"(.*?)\".*", "$1");
    server = ProcessHandle.of(Long.parseLong(started.replaceFirst("(?s).*\"pid\":(\\d+).*", "$1"))).orElseThrow();
  }

  @Override
  public void close() {
    server.destroy();
    server.onExit().join();
  }

  public static void main(String[] args) throws Exception {
    try (var sandbox = new Sandbox()) {
      var path = "/v2/data/trades.v1/exchanges/cbse/spot/btc-usd/aggregations/ohlcv?interval=1h&page_size=1";
      var request = HttpRequest.newBuilder(URI.create(sandbox.url + path)).header("X-Api-Key", "sandbox-key").build();
      var body = HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
      if (!body.contains("\"timestamp\":1769814000000")) throw new AssertionError(body);
    }
  }
}
