package dev.agentmailbox.webhook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Base64;
import org.junit.jupiter.api.Test;

class SigningSecretTest {
  // spec Webhooks.6
  /** The example of the Standard Webhooks specification. */
  @Test
  void a_signature_is_the_one_of_the_standard() {
    SigningSecret secret = SigningSecret.of("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
    byte[] body = "{\"test\": 2432232314}".getBytes(StandardCharsets.UTF_8);
    assertEquals(
        "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
        secret.sign("msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, body));
  }

  @Test
  void a_new_secret_has_thirty_two_bytes_and_says_nothing() {
    SigningSecret secret = SigningSecret.generate(new SecureRandom());
    assertTrue(secret.reveal().startsWith("whsec_"));
    assertEquals(32, Base64.getDecoder().decode(secret.reveal().substring(6)).length);
    assertFalse(secret.toString().contains(secret.reveal().substring(6)));
  }
}
