package dev.agentmailbox.server.client;

import java.io.IOException;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of a mail that is written: text, HTML, files, and the key of the request. */
final class MailFields {
  @Option(
      names = "--text",
      paramLabel = "TEXT",
      description = "the text; read from standard input where neither it nor --html is given")
  private @Nullable String text;

  @Option(names = "--html", paramLabel = "FILE", description = "a file with HTML")
  private @Nullable Path html;

  @Option(
      names = "--attach",
      paramLabel = "FILE",
      description = "a file to attach; may be repeated")
  private List<Path> attachments = List.of();

  @Option(
      names = "--idempotency-key",
      paramLabel = "KEY",
      description =
          "the same key sends once, however often it is repeated; a new one each time"
              + " where nothing is given")
  private String idempotencyKey = UUID.randomUUID().toString();

  /** The members of the request that these options decide. */
  private Map<String, Object> body(ClientCommand command) throws IOException {
    Map<String, Object> body = new LinkedHashMap<>();
    if (html != null) {
      body.put("html", Files.readString(html));
    }
    if (text != null || html == null) {
      body.put("text", command.textOrInput(text));
    }
    if (!attachments.isEmpty()) {
      List<Map<String, String>> files = new ArrayList<>();
      for (Path file : attachments) {
        String name = String.valueOf(file.getFileName());
        files.add(
            Map.of(
                "filename",
                name,
                "content_type",
                Objects.requireNonNullElse(
                    URLConnection.guessContentTypeFromName(name), "application/octet-stream"),
                "content",
                Base64.getEncoder().encodeToString(Files.readAllBytes(file))));
      }
      body.put("attachments", files);
    }
    return body;
  }

  /**
   * Sends, and prints where the send stands.
   *
   * @param more members of the request beside those of these options
   */
  void send(ClientCommand command, ApiClient api, String path, Map<String, Object> more)
      throws IOException {
    Map<String, Object> body = body(command);
    body.putAll(more);
    JsonObject sent;
    try {
      sent = api.post(path, body, idempotencyKey);
    } catch (ClientException failure) {
      if (failure.retryable()) {
        command.note("To repeat without sending twice: --idempotency-key " + idempotencyKey);
      }
      throw failure;
    }
    command.show(
        sent,
        result -> {
          String approval = result.text("approval_id");
          command
              .terminal()
              .text(
                  result.text("send_id")
                      + " "
                      + result.text("status")
                      + (result.is("captured") ? " (captured: nothing left this server)" : "")
                      + (approval.isEmpty() ? "" : " (" + approval + " waits for a human)"));
        });
  }
}
