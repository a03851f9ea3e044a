package dev.agentmailbox.http.server.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.id.IdFactory;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import org.junit.jupiter.api.Test;
import org.xnio.conduits.StreamSinkConduit;

class BareRefusalConduitTest {
  private static final String BARE = "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n";

  private final ByteArrayOutputStream wire = new ByteArrayOutputStream();
  private boolean stopping;
  private final BareRefusalConduit conduit =
      new BareRefusalConduit(
          (StreamSinkConduit)
              Proxy.newProxyInstance(
                  getClass().getClassLoader(),
                  new Class<?>[] {StreamSinkConduit.class},
                  (proxy, method, arguments) -> {
                    ByteBuffer bytes = (ByteBuffer) arguments[0];
                    int length = bytes.remaining();
                    while (bytes.hasRemaining()) {
                      wire.write(bytes.get());
                    }
                    return length;
                  }),
          new BareProblem(new IdFactory(Clock.systemUTC()), "http://localhost/docs"),
          () -> stopping);

  private String written(String text) throws IOException {
    wire.reset();
    ByteBuffer source = ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
    assertEquals(text.length(), conduit.write(source));
    return wire.toString(StandardCharsets.US_ASCII);
  }

  @Test
  void a_refusal_before_any_request_becomes_a_problem() throws IOException {
    assertTrue(written(BARE).contains("application/problem+json"));
  }

  @Test
  void an_answer_that_contains_such_bytes_stays_as_it_is() throws IOException {
    conduit.beginExchange();
    assertEquals(BARE, written(BARE));
    conduit.endExchange();
    assertTrue(written(BARE).contains("invalid_request"));
  }

  @Test
  void a_stopping_server_asks_to_come_again() throws IOException {
    stopping = true;
    String refusal = written(BARE);
    assertTrue(refusal.startsWith("HTTP/1.1 503 Service Unavailable\r\n"), refusal);
    assertTrue(refusal.contains("the service is stopping"), refusal);
  }
}
