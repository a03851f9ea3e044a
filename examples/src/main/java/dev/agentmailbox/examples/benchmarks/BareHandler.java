package dev.agentmailbox.examples.benchmarks;

import io.undertow.Undertow;
import io.undertow.util.Headers;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Baseline of the HTTP benchmarks: serves the same bytes from memory. */
public final class BareHandler {
  private BareHandler() {}

  /**
   * Serves files from memory at {@code /0}, {@code /1} and so on.
   *
   * @param args the port, then the files
   */
  public static void main(String[] args) throws IOException {
    List<byte[]> bodies = new ArrayList<>();
    for (int i = 1; i < args.length; i++) {
      bodies.add(Files.readAllBytes(Path.of(args[i])));
    }
    Undertow.builder()
        .addHttpListener(Integer.parseInt(args[0]), "127.0.0.1")
        .setHandler(
            exchange -> {
              byte[] body = bodies.get(Integer.parseInt(exchange.getRequestPath().substring(1)));
              exchange.getResponseHeaders().put(Headers.CONTENT_TYPE, "application/json");
              exchange.getResponseSender().send(ByteBuffer.wrap(body));
            })
        .build()
        .start();
  }
}
