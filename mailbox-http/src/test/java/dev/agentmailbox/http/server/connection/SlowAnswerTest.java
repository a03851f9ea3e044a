package dev.agentmailbox.http.server.connection;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.undertow.server.HttpServerExchange;
import java.io.ByteArrayInputStream;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class SlowAnswerTest {
  @Test
  void the_source_of_an_answer_that_cannot_begin_is_closed() {
    AtomicBoolean closed = new AtomicBoolean();
    ByteArrayInputStream source =
        new ByteArrayInputStream(new byte[1]) {
          @Override
          public void close() {
            closed.set(true);
          }
        };
    HttpServerExchange withoutConnection = new HttpServerExchange(null);
    assertThrows(
        RuntimeException.class,
        () -> SlowAnswer.send(withoutConnection, source, Runnable::run, HttpLimits.DEFAULT));
    assertTrue(closed.get());
  }
}
