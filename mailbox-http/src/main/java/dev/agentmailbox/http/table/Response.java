package dev.agentmailbox.http.table;

import dev.agentmailbox.http.shape.View;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The response of a handler: status, headers and body.
 *
 * @param body null when there is none; must not be modified afterwards
 * @param contentType null when there is no body
 * @param stream alternative to body, closed after sending; null when there is none
 * @param later the asynchronous response; null otherwise
 * @param socket the session that takes over the connection as a WebSocket; null otherwise
 */
@SuppressWarnings("ArrayRecordComponent") // never compared or modified
public record Response(
    int status,
    byte @Nullable [] body,
    @Nullable String contentType,
    List<Map.Entry<String, String>> headers,
    @Nullable InputStream stream,
    @Nullable CompletionStage<Response> later,
    @Nullable SocketSession socket) {
  private static final String JSON = "application/json";

  public Response {
    headers = List.copyOf(headers);
  }

  /** 200 with the value as JSON. */
  public static <T> Response ok(View<T> view, T value) {
    return json(200, view, value);
  }

  public static <T> Response json(int status, View<T> view, T value) {
    return bytes(status, JSON, JsonBytes.line(view, value));
  }

  public static Response noContent() {
    return new Response(204, null, null, List.of(), null, null, null);
  }

  public static Response bytes(int status, String contentType, byte[] body) {
    return new Response(status, body, contentType, List.of(), null, null, null);
  }

  /** 200 with streamed bytes. */
  public static Response stream(String contentType, InputStream bytes) {
    return new Response(200, null, contentType, List.of(), bytes, null, null);
  }

  /** Serialized JSON. */
  public static Response jsonText(int status, String json) {
    return bytes(status, JSON, (json + '\n').getBytes(StandardCharsets.UTF_8));
  }

  /** 302 to another URL. */
  public static Response redirect(String location) {
    return new Response(
        302, null, null, List.of(Map.entry("Location", location)), null, null, null);
  }

  /** An asynchronous response; no thread waits for it. */
  public static Response later(CompletionStage<Response> answer) {
    return new Response(200, null, null, List.of(), null, answer, null);
  }

  /** A status without a body. */
  public static Response status(int status) {
    return new Response(status, null, null, List.of(), null, null, null);
  }

  /** Upgrades the connection to a WebSocket. */
  public static Response socket(SocketSession session) {
    return new Response(101, null, null, List.of(), null, null, session);
  }

  /** A copy with one more header. */
  public Response with(String header, String value) {
    List<Map.Entry<String, String>> more = new ArrayList<>(headers);
    more.add(Map.entry(header, value));
    return new Response(status, body, contentType, more, stream, later, socket);
  }

  /** Omits the body. */
  @Override
  public String toString() {
    return "Reply[" + status + "]";
  }
}
