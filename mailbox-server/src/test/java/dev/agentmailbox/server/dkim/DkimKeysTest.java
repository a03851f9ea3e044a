package dev.agentmailbox.server.dkim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.server.dkim.DkimKey.Algorithm;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class DkimKeysTest {
  @TempDir Path directory;

  @Test
  void keys_are_made_once_and_only_the_owner_may_read_them() throws IOException {
    DkimKeys keys = new DkimKeys(directory, "s1");
    assertEquals(List.of(), keys.load());
    List<String> made = keys.loadOrMake().stream().map(DkimKey::record).toList();
    assertEquals(made, keys.loadOrMake().stream().map(DkimKey::record).toList());
    assertEquals(List.of("s1", "s1-ed25519"), keys.load().stream().map(DkimKey::selector).toList());
    for (Algorithm algorithm : Algorithm.values()) {
      Path file = keys.file(algorithm);
      assertEquals(
          PosixFilePermissions.fromString("rw-------"), Files.getPosixFilePermissions(file));
    }
    assertTrue(made.get(0).startsWith("v=DKIM1; k=rsa; p=MIIBI"), made.get(0));
    assertEquals("v=DKIM1; k=ed25519; p=".length() + 44, made.get(1).length());
  }

  @Test
  void one_key_alone_is_enough() throws IOException {
    DkimKeys keys = new DkimKeys(directory, "s1");
    keys.loadOrMake();
    Files.delete(keys.file(Algorithm.ED25519));
    assertEquals(List.of("s1"), keys.load().stream().map(DkimKey::selector).toList());
  }

  @Test
  void an_rsa_key_of_another_tool_needs_no_public_half() throws IOException {
    DkimKeys keys = new DkimKeys(directory, "s1");
    String record = keys.loadOrMake().get(0).record();
    Path file = keys.file(Algorithm.RSA);
    String pem = Files.readString(file, StandardCharsets.US_ASCII);
    Files.writeString(file, pem.substring(0, pem.indexOf("-----BEGIN PUBLIC KEY")));
    assertEquals(record, keys.load().get(0).record());
  }

  @Test
  void a_file_that_holds_no_key_is_named_and_not_shown() throws IOException {
    DkimKeys keys = new DkimKeys(directory, "s1");
    keys.loadOrMake();
    Path rsa = keys.file(Algorithm.RSA);
    for (String wrong :
        List.of(
            "",
            "hunter2",
            "-----BEGIN PRIVATE KEY-----\nhunter2\n-----END PRIVATE KEY-----\n",
            Files.readString(keys.file(Algorithm.ED25519)))) {
      Files.writeString(rsa, wrong);
      String told = String.valueOf(assertThrows(IOException.class, keys::load).getMessage());
      assertEquals(rsa + " holds no usable rsa key", told);
    }
  }

  @Test
  void halves_of_two_pairs_are_no_key() throws IOException {
    DkimKeys one = new DkimKeys(directory, "one");
    DkimKeys two = new DkimKeys(directory, "two");
    one.loadOrMake();
    two.loadOrMake();
    for (Algorithm algorithm : Algorithm.values()) {
      String first = Files.readString(one.file(algorithm));
      String second = Files.readString(two.file(algorithm));
      int split = first.indexOf("-----BEGIN PUBLIC KEY");
      Files.writeString(
          one.file(algorithm),
          first.substring(0, split) + second.substring(second.indexOf("-----BEGIN PUBLIC KEY")));
    }
    assertThrows(IOException.class, one::load);
  }

  @Test
  void no_text_shows_a_key() throws IOException {
    for (DkimKey key : new DkimKeys(directory, "s1").loadOrMake()) {
      assertFalse(key.toString().contains(key.published()));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "A", "a.b", "-a", "a-", "../x", "a b"})
  void a_selector_is_one_label(String text) {
    assertThrows(IllegalArgumentException.class, () -> new DkimKeys(directory, text));
  }
}
