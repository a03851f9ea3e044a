package dev.agentmailbox.store.jdbc.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.store.jdbc.content.BucketAddress;
import dev.agentmailbox.store.jdbc.content.BucketContent;
import dev.agentmailbox.store.jdbc.transfer.file.ContentRef;
import dev.agentmailbox.store.jdbc.transfer.file.Damage;
import dev.agentmailbox.store.jdbc.transfer.file.ExportDirectory;
import dev.agentmailbox.store.jdbc.transfer.file.Progress;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContentExportIT {
  private static final String KEY = "00000000000aaa";

  @TempDir Path directory;
  private final List<Damage> damages = new ArrayList<>();

  private void export(StoredContent content) throws IOException {
    ExportDirectory export = new ExportDirectory(directory.resolve("export"));
    var unused = export.begin("mark");
    Progress progress = new Progress(line -> {}, Clock.systemUTC(), true);
    try (ContentKeys keys = new ContentKeys(export.scratch().resolve("keys"))) {
      keys.add(new ContentRef(KEY, null, null));
      keys.end();
      var written = new ContentExport(content, export, damages::add, progress).run(keys);
      assertEquals(0, written.keys());
    }
  }

  @Test
  void a_message_that_cannot_be_read_is_damage() throws IOException {
    export(
        new StoredContent() {
          @Override
          public Optional<RawMessage> find(String contentKey) throws IOException {
            throw new IOException("a bad sector");
          }

          @Override
          public void list(Consumer<String> contentKeys) {}
        });
    assertEquals("[content " + KEY + ": cannot be read]", damages.toString());
  }

  @Test
  void a_bucket_that_is_away_ends_an_export_and_is_no_damage() throws IOException {
    int closed;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      closed = socket.getLocalPort();
    }
    BucketAddress nowhere =
        BucketAddress.parse("http://127.0.0.1:" + closed + "/mail", "key", "secret");
    BucketContent away = new BucketContent(nowhere, Clock.systemUTC(), Duration.ZERO);
    assertThrows(IOException.class, () -> export(StoredContent.of(away)));
    assertEquals(List.of(), damages);
  }
}
