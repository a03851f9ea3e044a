package dev.agentmailbox.service.sending.release;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.access.KeySecret;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

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

  private static final String KEY = "AKI" + "A7QA7QA7QA7QA7QA7";
  private static final String TOKEN = "gh" + "p_aB3xaB3xaB3xaB3xaB3xaB3xaB3xaB3xaB3x";

  static Stream<String> disguised() {
    return Stream.of(KEY, TOKEN)
        .flatMap(
            key ->
                Stream.of(
                    key.substring(0, 9) + "\u200b" + key.substring(9),
                    key.substring(0, 2) + "\u00ad\u2060" + key.substring(2),
                    key.substring(0, 9) + "\r\n" + key.substring(9),
                    key.substring(0, 2) + " " + key.substring(2),
                    String.join(" ", key.split("")),
                    "My key is " + String.join(" ", key.split("(?<=\\G.{4})")) + " and so on",
                    wide(key),
                    "\ud835\udda0 note: " + wide(key) + " bye",
                    "é".repeat(300_000) + " " + key + " " + "x ".repeat(300_000)));
  }

  private static String wide(String key) {
    StringBuilder wide = new StringBuilder();
    key.chars().forEach(c -> wide.append((char) (c - '!' + '\uff01')));
    return wide.toString();
  }

  @ParameterizedTest
  @MethodSource("disguised")
  void a_key_with_blanks_or_invisible_or_wide_letters_is_found(String text) {
    assertTrue(SecretScan.found(text));
  }

  @Test
  void a_key_anywhere_in_a_file_of_any_width_is_found() {
    for (Charset charset :
        List.of(StandardCharsets.UTF_16LE, StandardCharsets.UTF_16BE, StandardCharsets.UTF_16)) {
      assertTrue(SecretScan.found(("the key: " + KEY + ".").getBytes(charset)), charset.name());
    }
    for (int before : List.of(0, 255 * 1024, 256 * 1024 - 7, 264 * 1024 - 3, 3 << 20)) {
      String text = "x ".repeat(before / 2) + KEY + " and more ".repeat(before / 20);
      assertTrue(SecretScan.found(text.getBytes(StandardCharsets.US_ASCII)), before + "");
      assertTrue(SecretScan.found(text), before + "");
    }
    byte[] wide = ("Schlüssel: " + wide(TOKEN)).getBytes(StandardCharsets.UTF_8);
    assertTrue(SecretScan.found(wide));
    assertFalse(SecretScan.found(new byte[3 << 20]));
    byte[] noise = new byte[3 << 20];
    new Random(7).nextBytes(noise);
    assertFalse(SecretScan.found(noise));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "The prefix ghp_ marks a personal token and GitHub made 2 kinds of them since 2021 for us",
        "hf_ is what tokens of that house begin with, 34 letters and digits follow it in each of them",
        "Keys begin with sk-ant- and then come 40 letters or digits which nobody should ever send by mail",
        "AKIA and ASIA are 2 PREFIXES OF KEYS THAT AMAZON MADE IN 2006",
        "AKIA\nFOUR WORDS OR MORE",
        "npm_ config registry version 7 of the tool that we have been using for all these years now",
        "xoxb- stands for a bot and xoxp- for a person, both with 12 digits that come before the rest",
        "The line -----BEGIN CERTIFICATE----- is public, the line with the private key ----- is not",
      })
  void prose_about_keys_is_not_taken_for_one_without_its_blanks(String text) {
    assertFalse(SecretScan.found(text));
  }

  @Test
  void hostile_text_costs_little() {
    for (String unit :
        List.of(
            "-----BEGIN ",
            "-----BEGIN A ",
            "sk_",
            "sk_a_",
            "xoxb-",
            "AKIA",
            "SG.",
            "A",
            "sk-",
            "A K I A ",
            "gh p_ ",
            "é sk- ")) {
      String text = unit.repeat(1_000_000 / unit.length());
      assertTimeoutPreemptively(Duration.ofSeconds(3), () -> SecretScan.found(text), unit);
    }
  }

  private static String reveal(KeySecret key) {
    return key.reveal();
  }
}
