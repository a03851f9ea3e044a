package dev.agentmailbox.flow.release;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.access.KeySecret;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The keys are put together here, so that no scanner takes this file for a leak. */
class SecretsTest {
  private static final String A40 = "aB3".repeat(14).substring(0, 40);
  private static final String A120 = "aB3x".repeat(30);

  static Stream<String> secrets() {
    return Stream.of(
        "-----BEGIN " + "PRIVATE KEY-----\nMIIE",
        "-----BEGIN RSA " + "PRIVATE KEY-----",
        "text before -----BEGIN OPENSSH " + "PRIVATE KEY-----",
        "-----BEGIN EC " + "PRIVATE KEY-----",
        "-----BEGIN PGP " + "PRIVATE KEY BLOCK-----",
        "PuTTY-User-Key-" + "File-3: ssh-rsa",
        "key: sk_ab12cd34_" + A120.substring(0, 43),
        "whsec" + "_" + A40,
        "AKI" + "A0123456789ABCDEF",
        "id=ASI" + "A0123456789ABCDEF",
        "gh" + "p_" + A40.substring(0, 36),
        "gh" + "s_" + A40.substring(0, 36) + ".",
        "github" + "_pat_" + A120.substring(0, 22) + "_" + A120.substring(0, 59),
        "glp" + "at-" + A40.substring(0, 20),
        "np" + "m_" + A40.substring(0, 36),
        "pypi" + "-AgEIcHlwaS5vcmc" + A120.substring(0, 60),
        "xox" + "b-123456789012-" + A40,
        "sk" + "_live_" + A40.substring(0, 24),
        "rk" + "_live_" + A40.substring(0, 24),
        "AI" + "za" + A40.substring(0, 35),
        "GOC" + "SPX-" + A40.substring(0, 28),
        "(sk" + "-ant-api03-" + A120 + ")",
        "sk" + "-proj-" + A120,
        "h" + "f_" + A40.substring(0, 34),
        "SG" + "." + A40.substring(0, 22) + "." + A120.substring(0, 43),
        "shp" + "at_" + "0123456789abcdef".repeat(2),
        "dop" + "_v1_" + "0123456789abcdef".repeat(4),
        "Account" + "Key=" + A120.substring(0, 86) + "==");
  }

  static Stream<String> harmless() {
    return Stream.of(
        "",
        "-----BEGIN PUBLIC KEY-----",
        "-----BEGIN CERTIFICATE-----",
        "-----BEGIN PGP MESSAGE-----",
        "My private key is at home.",
        "sk_test",
        "sk_ab12cd34_short",
        "risk_" + A120 + "_" + A120,
        "whsec_short",
        "AKIA is a prefix",
        "AKIA0123456789ABCDEFGH",
        "XAKIA0123456789ABCDEF",
        "ghp_short",
        "graph_" + A40,
        "npm_config_registry",
        "https://example.com/AIza",
        "AIza" + A120,
        "sk-8 is a road",
        "task-proj-" + A120,
        "desk-ant-" + A120,
        "hf_short",
        "SG.1.2",
        "AccountKey=none",
        "xoxo, Ann",
        "commit 0123456789abcdef0123456789abcdef01234567",
        "Order 7e57ab1e-0000-4000-8000-0123456789ab",
        "https://example.com/reset?token=" + A120);
  }

  @ParameterizedTest
  @MethodSource("secrets")
  void keys_of_known_shapes_are_found(String text) {
    assertTrue(Secrets.found(text));
  }

  @ParameterizedTest
  @MethodSource("harmless")
  void other_text_is_not(String text) {
    assertFalse(Secrets.found(text));
  }

  @Test
  void our_own_keys_are_found_however_they_are_drawn() {
    SecureRandom random = new SecureRandom();
    for (int i = 0; i < 1_000; i++) {
      KeySecret key = KeySecret.generate(random);
      assertTrue(Secrets.found("Use " + reveal(key) + "."));
    }
  }

  @Test
  void hostile_text_costs_little() {
    for (String unit :
        List.of(
            "-----BEGIN ", "-----BEGIN A ", "sk_", "sk_a_", "xoxb-", "AKIA", "SG.", "A", "sk-")) {
      String text = unit.repeat(1_000_000 / unit.length());
      assertTimeoutPreemptively(Duration.ofSeconds(3), () -> Secrets.found(text), unit);
    }
  }

  private static String reveal(KeySecret key) {
    return key.reveal();
  }
}
