package dev.agentmailbox.server.webhook;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.net.SocketTimeoutException;
import org.apache.hc.core5.http.ConnectionRequestTimeoutException;
import org.junit.jupiter.api.Test;

class HttpWebhooksTest {
  @Test
  void a_request_that_got_no_connection_of_ours_is_not_one_that_the_receiver_lost() {
    assertEquals("no_free_connection", HttpWebhooks.word(new ConnectionRequestTimeoutException()));
    assertEquals("timeout", HttpWebhooks.word(new SocketTimeoutException()));
    assertEquals("connection_lost", HttpWebhooks.word(new IOException()));
  }
}
