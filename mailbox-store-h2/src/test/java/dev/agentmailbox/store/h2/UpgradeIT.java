package dev.agentmailbox.store.h2;

import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.agentmailbox.fixture.StoredMailFixture;
import dev.agentmailbox.memory.SettableClock;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Data directories that servers of each earlier schema left behind, in the order in which the
 * schemas landed (0010 with 0011). Each was made by the last server before the next migration:
 * built, run, told to keep mail through its API and SMTP, and stopped.
 */
class UpgradeIT {
  @TempDir Path directory;

  private static void unpack(String name, Path to) throws IOException {
    try (InputStream file = UpgradeIT.class.getResourceAsStream("upgrade/" + name)) {
      assertNotNull(file, name);
      try (ZipInputStream zip = new ZipInputStream(file)) {
        for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
          Path path = to.resolve(entry.getName());
          if (entry.isDirectory()) {
            Files.createDirectories(path);
          } else {
            Files.createDirectories(path.getParent());
            Files.copy(zip, path);
          }
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0001, 0, 0",
    "0003, 0, 0",
    "0005, 1, 0",
    "0002, 1, 0",
    "0006, 1, 1",
    "0008, 1, 1",
    "0009, 1, 1",
    "0011, 1, 1"
  })
  void a_directory_of_an_earlier_schema_migrates_forward(String schema, int drafts, int approvals)
      throws IOException {
    Path data = directory.resolve("data");
    unpack(schema + ".zip", data);
    SettableClock clock = SettableClock.at("2026-11-22T12:00:00Z");
    StoredMailFixture.check(H2Store.open(data, clock), drafts, approvals);
  }

  @Test
  void mail_to_postmaster_leaves_the_first_organization_for_the_operators() throws IOException {
    Path data = directory.resolve("data");
    unpack("0014.zip", data);
    SettableClock clock = SettableClock.at("2026-11-22T12:00:00Z");
    StoredMailFixture.checkWithPostmaster(H2Store.open(data, clock), 1, 1);
  }
}
