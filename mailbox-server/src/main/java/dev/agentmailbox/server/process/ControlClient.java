package dev.agentmailbox.server.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Sends requests to the server that runs on a data directory, through its {@link ControlSocket}.
 */
public final class ControlClient implements AutoCloseable {
  private final SocketChannel channel;

  /** A failure that the server answers with. */
  public static final class RefusedException extends IOException {
    private static final long serialVersionUID = 1L;

    private RefusedException(String message) {
      super(message);
    }
  }

  private ControlClient(SocketChannel channel) {
    this.channel = channel;
  }

  /** Empty when no server runs there. */
  public static Optional<ControlClient> connect(Path dataDirectory) throws IOException {
    Path file = dataDirectory.resolve(ControlSocket.FILE);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    try {
      channel.connect(UnixDomainSocketAddress.of(file));
      return Optional.of(new ControlClient(channel));
    } catch (IOException e) {
      // A stale socket of a killed server.
      channel.close();
      return Optional.empty();
    }
  }

  /**
   * Waits for the response.
   *
   * @throws RefusedException the server refused or failed
   * @throws IOException the connection ended
   */
  public String ask(String word, Path path, Consumer<String> progress) throws IOException {
    ByteBuffer request =
        ByteBuffer.wrap((word + " " + path + "\n").getBytes(StandardCharsets.UTF_8));
    while (request.hasRemaining()) {
      channel.write(request);
    }
    BufferedReader answer =
        new BufferedReader(
            new InputStreamReader(Channels.newInputStream(channel), StandardCharsets.UTF_8));
    String line = answer.readLine();
    while (line != null && !line.isEmpty()) {
      String text = line.substring(1);
      switch (line.charAt(0)) {
        case ControlSocket.DONE -> {
          return text;
        }
        case ControlSocket.FAILED -> throw new RefusedException(text);
        default -> progress.accept(text);
      }
      line = answer.readLine();
    }
    throw new IOException("the server stopped before it answered");
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
