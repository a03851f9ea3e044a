package dev.agentmailbox.http.live;

import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.net.http.WebSocket;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a client hears. */
final class SocketListener implements WebSocket.Listener {
  final BlockingQueue<String> messages = new LinkedBlockingQueue<>();
  final BlockingQueue<Integer> ends = new LinkedBlockingQueue<>();
  private static final int WAIT_SECONDS = 60;
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private final StringBuilder part = new StringBuilder();

  @Override
  public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence text, boolean last) {
    part.append(text);
    if (last) {
      messages.add(part.toString());
      part.setLength(0);
    }
    socket.request(1);
    return null;
  }

  @Override
  public @Nullable CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
    ends.add(code);
    return null;
  }

  JsonNode next() throws InterruptedException {
    String message = messages.poll(WAIT_SECONDS, TimeUnit.SECONDS);
    assertNotNull(message, "no message came");
    return JSON.readTree(message);
  }

  int end() throws InterruptedException {
    Integer code = ends.poll(WAIT_SECONDS, TimeUnit.SECONDS);
    assertNotNull(code, "the connection was not closed");
    return code;
  }
}
