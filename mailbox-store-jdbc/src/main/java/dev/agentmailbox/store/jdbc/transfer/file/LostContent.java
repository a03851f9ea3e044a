package dev.agentmailbox.store.jdbc.transfer.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/**
 * Raw messages already missing when a damaged store was imported. Listed in a file of the data
 * directory, so that their absence is not reported as new damage.
 */
public final class LostContent {
  public static final String FILE = "damage.ndjson";

  /** Prefix of the place of damage to a raw message. */
  public static final String PLACE = "content ";

  private LostContent() {}

  /** The keys; empty in a data directory without such losses. */
  public static Set<String> of(Path dataDirectory) throws IOException {
    Set<String> keys = new HashSet<>();
    Path file = dataDirectory.resolve(FILE);
    if (Files.exists(file)) {
      try (Lines lines = new Lines(file)) {
        byte[] line = lines.next();
        while (line != null) {
          Damage damage = TransferJson.read(line, Damage.class);
          if (damage.place().startsWith(PLACE)) {
            keys.add(damage.place().substring(PLACE.length()));
          }
          line = lines.next();
        }
      }
    }
    return keys;
  }
}
