import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RecipesTest {
  static final HttpClient http = HttpClient.newHttpClient();
  static final String bars = System.getenv("MARKET_DATA_URL")
      + "/v2/data/trades.v1/exchanges/cbse/spot/btc-usd/aggregations/ohlcv?interval=1m&page_size=1";

  static String control(String path, String body) throws Exception {
    var request = HttpRequest.newBuilder(URI.create(System.getenv("MARKET_DATA_CONTROL_URL") + path))
        .header("Content-Type", "application/json").POST(BodyPublishers.ofString(body)).build();
    var response = http.send(request, BodyHandlers.ofString());
    assertTrue(response.statusCode() < 300, response.body());
    return response.body();
  }

  static String field(String json, String name) {
    return json.replaceFirst("(?s).*?\"" + name + "\":\"?([^\",}]*).*", "$1");
  }

  record Tenant(String path, String key) {
    static Tenant with(String options) throws Exception {
      var made = control("/tenants", options);
      return new Tenant("/tenants/" + field(made, "tenant"), field(made, "key"));
    }

    HttpRequest request() {
      return HttpRequest.newBuilder(URI.create(bars)).header("X-Api-Key", key).build();
    }

    HttpResponse<String> ask() throws Exception {
      return http.send(request(), BodyHandlers.ofString());
    }

    long newest() throws Exception {
      return Long.parseLong(field(ask().body(), "timestamp"));
    }
  }

  @Test
  void failsTwiceThenWorks() throws Exception {
    var tenant = Tenant.with("{}");
    control(tenant.path + "/faults", "{\"on\": {\"first\": 2}, \"do\": {\"status\": 503, \"retry_after\": 1}}");
    for (int expected : List.of(503, 503, 200)) assertEquals(expected, tenant.ask().statusCode());
  }

  @Test
  void aCandleAppearsWhenTheMinuteIsOver() throws Exception {
    var tenant = Tenant.with("{\"now\": \"2026-01-30T12:00:30Z\"}");
    var before = tenant.newest();
    control(tenant.path + "/clock/advance", "{\"by\": \"PT1M\"}");
    assertEquals(before + 60_000, tenant.newest());
  }

  @Test
  void theClientMadeExactlyTheseCalls() throws Exception {
    var tenant = Tenant.with("{}");
    tenant.ask();
    var expected = "{\"expect\": [{\"operation\": \"listOhlcv\", \"times\": 1}], \"only\": true, \"within\": \"PT5S\"}";
    var verified = control(tenant.path + "/verify", expected);
    assertEquals("true", field(verified, "ok"), verified);
  }

  @Test
  void parallelWorkersDoNotSeeEachOther() throws Exception {
    for (var worker : List.of(Tenant.with("{\"limit\": 2}"), Tenant.with("{\"limit\": 2}"))) {
      var responses = IntStream.range(0, 2).mapToObj(n -> http.sendAsync(worker.request(), BodyHandlers.ofString())).toList();
      for (var response : responses) assertEquals(200, response.get().statusCode());
    }
  }
}
