package dev.agentmailbox.service.sending.release;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.access.KeySecret;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SecretScanTest {
  static Stream<String> secrets() throws IOException {
    return TextTable.keys("secrets-found.txt");
  }

  static Stream<String> harmless() throws IOException {
    return TextTable.keys("secrets-not.txt");
  }

  @Test
  void each_table_has_enough_texts() throws IOException {
    assertTrue(secrets().distinct().count() >= 60);
    assertTrue(harmless().distinct().count() >= 60);
  }

  @ParameterizedTest
  @MethodSource("secrets")
  void keys_of_known_shapes_are_found(String text) {
    assertTrue(SecretScan.found(text));
  }

  @ParameterizedTest
  @MethodSource("harmless")
  void other_text_is_not(String text) {
    assertFalse(SecretScan.found(text));
  }

  @Test
  void our_own_keys_are_found_however_they_are_drawn() {
    SecureRandom random = new SecureRandom();
    for (int i = 0; i < 1_000; i++) {
      KeySecret key = KeySecret.generate(random);
      assertTrue(SecretScan.found("Use " + reveal(key) + "."));
    }
  }

  @Test
  void hostile_text_costs_little() {
    for (String unit :
        List.of(
            "-----BEGIN ", "-----BEGIN A ", "sk_", "sk_a_", "xoxb-", "AKIA", "SG.", "A", "sk-")) {
      String text = unit.repeat(1_000_000 / unit.length());
      assertTimeoutPreemptively(Duration.ofSeconds(3), () -> SecretScan.found(text), unit);
    }
  }

  private static String reveal(KeySecret key) {
    return key.reveal();
  }
}
