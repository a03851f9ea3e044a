package dev.agentmailbox.store.jdbc.transfer;

import dev.agentmailbox.message.Label;
import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.store.jdbc.transfer.file.Damage;
import dev.agentmailbox.store.jdbc.transfer.file.Progress;
import dev.agentmailbox.store.jdbc.transfer.file.TransferJson;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;

/**
 * Writes the mail of one inbox as one file in mboxrd format (RFC 4155 with {@code >}-quoting of
 * lines that match {@code >*From }): messages that lists show and that are not held, oldest first.
 */
public final class MboxExport {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("EEE MMM ppd HH:mm:ss yyyy", Locale.ENGLISH)
          .withZone(ZoneOffset.UTC);
  private static final int PAGE_ROWS = 200;
  private static final String FIND = "SELECT org_id FROM inbox_address WHERE address = ?";
  private static final String MESSAGES =
      """
      SELECT created_at, message_id, labels, content_key, details FROM message
      WHERE org_id = ? AND inbox_id = ? AND hidden = 0
        AND (created_at > ? OR created_at = ? AND message_id > ?)
      ORDER BY org_id, inbox_id, hidden, created_at, message_id FETCH FIRST ? ROWS ONLY""";

  private final Source source;
  private final Progress progress;
  private final Consumer<Damage> damages;
  private long messages;
  private long held;
  private long damaged;

  /**
   * The result.
   *
   * @param held messages that a human has not released
   * @param damage unreadable messages
   */
  public record Result(long messages, long held, long damage) {}

  public MboxExport(Source source, Progress progress, Consumer<Damage> damages) {
    this.source = source;
    this.progress = progress;
    this.damages = damages;
  }

  /**
   * Writes the file.
   *
   * @throws StoreException the inbox does not exist
   */
  public Result run(String address, OutputStream file) throws IOException {
    try {
      OutputStream out = new BufferedOutputStream(file);
      String organization = organization(address.toLowerCase(Locale.ROOT));
      long created = -1;
      String id = "";
      int count = PAGE_ROWS;
      while (count == PAGE_ROWS) {
        count = 0;
        try (PreparedStatement select = source.connection().prepareStatement(MESSAGES)) {
          select.setString(1, organization);
          select.setString(2, address.toLowerCase(Locale.ROOT));
          select.setLong(3, created);
          select.setLong(4, created);
          select.setString(5, id);
          select.setInt(6, PAGE_ROWS);
          try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
              created = row.getLong(1);
              id = row.getString(2);
              count++;
              if (Arrays.asList(row.getString(3).split(" ")).contains(Label.HELD)) {
                held++;
              } else {
                write(created, id, row.getString(4), row.getString(5), out);
              }
            }
          }
        }
      }
      out.flush();
      return new Result(messages, held, damaged);
    } catch (SQLException e) {
      throw new StoreException("the database failed: SQLState " + e.getSQLState(), null);
    }
  }

  private String organization(String address) throws SQLException {
    try (PreparedStatement select = source.connection().prepareStatement(FIND)) {
      select.setString(1, address);
      try (ResultSet row = select.executeQuery()) {
        if (row.next()) {
          return row.getString(1);
        }
      }
    }
    throw new StoreException("there is no inbox " + address, null);
  }

  private void write(long created, String id, String key, String details, OutputStream out)
      throws IOException {
    byte[] bytes;
    try {
      Optional<RawMessage> found = source.content().find(key);
      if (found.isEmpty()) {
        damaged(id, "its content is missing");
        return;
      }
      try (InputStream in = found.get().open()) {
        bytes = in.readAllBytes();
      }
    } catch (IOException e) {
      ContentExport.requireThere(e);
      damaged(id, "its content cannot be read");
      return;
    }
    out.write(
        ("From " + sender(details) + " " + TIME.format(Instant.ofEpochMilli(created)) + "\n")
            .getBytes(StandardCharsets.UTF_8));
    body(bytes, out);
    messages++;
    progress.step("messages", messages);
  }

  private void damaged(String id, String what) {
    damaged++;
    damages.accept(new Damage("message " + id, what));
  }

  private static String sender(String details) {
    JsonNode sender =
        TransferJson.read(details.getBytes(StandardCharsets.UTF_8))
            .path("origin")
            .path("envelopeSender");
    String text = sender.isString() ? sender.stringValue().replaceAll("\\s", "") : "";
    return text.isEmpty() ? "MAILER-DAEMON" : text;
  }

  /** Lines end with LF; an empty line follows. */
  private static void body(byte[] bytes, OutputStream out) throws IOException {
    int start = 0;
    while (start < bytes.length) {
      int end = start;
      while (end < bytes.length && bytes[end] != '\n') {
        end++;
      }
      int text = end > start && end < bytes.length && bytes[end - 1] == '\r' ? end - 1 : end;
      if (isFrom(bytes, start, text)) {
        out.write('>');
      }
      out.write(bytes, start, text - start);
      out.write('\n');
      start = end + 1;
    }
    out.write('\n');
  }

  private static boolean isFrom(byte[] bytes, int start, int end) {
    int at = start;
    while (at < end && bytes[at] == '>') {
      at++;
    }
    byte[] from = {'F', 'r', 'o', 'm', ' '};
    if (end - at < from.length) {
      return false;
    }
    for (int i = 0; i < from.length; i++) {
      if (bytes[at + i] != from[i]) {
        return false;
      }
    }
    return true;
  }
}
