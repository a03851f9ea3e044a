package dev.agentmailbox.server.dkim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.spec.EdECPrivateKeySpec;
import java.security.spec.NamedParameterSpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The example of RFC 8463 appendix A. */
final class Rfc8463Test {
  private static final String SECRET = "nWGxne/9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A=";
  private static final String PUBLISHED = "11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=";
  private static final String BODY_HASH = "2jUSOH9NhtVGCQWNr9BrIAPreKQjO6Sn7XIkfJVOzv8=";
  private static final String SIGNATURE =
      "/gCrinpcQOoIfuHNQIbq4pgh9kyIK3AQUdt9OdqQehSwhEIug4D11Bus"
          + "Fa3bT3FY5OsU7ZbnKELq+eXdp1Q1Dw==";

  private static final String UNSIGNED =
      String.join(
          "\r\n",
          "DKIM-Signature: v=1; a=ed25519-sha256; c=relaxed/relaxed;",
          " d=football.example.com; i=@football.example.com;",
          " q=dns/txt; s=brisbane; t=1528637909; h=from : to :",
          " subject : date : message-id : from : subject : date;",
          " bh=2jUSOH9NhtVGCQWNr9BrIAPreKQjO6Sn7XIkfJVOzv8=;",
          " b=");

  private static final String HEADER =
      String.join(
          "\r\n",
          "From: Joe SixPack <joe@football.example.com>",
          "To: Suzie Q <suzie@shopping.example.net>",
          "Subject: Is dinner ready?",
          "Date: Fri, 11 Jul 2003 21:00:37 -0700 (PDT)",
          "Message-ID: <20030712040037.46341.5F8J@football.example.com>",
          "");

  private static final String BODY =
      "Hi.\r\n\r\nWe lost the game.  Are you hungry yet?\r\n\r\nJoe.\r\n";

  private static DkimKey key() throws Exception {
    KeyFactory factory = KeyFactory.getInstance("Ed25519");
    byte[] point = Base64.getDecoder().decode(PUBLISHED);
    PublicKey published =
        factory.generatePublic(
            new X509EncodedKeySpec(
                HexFormat.of()
                    .parseHex("302a300506032b6570032100" + HexFormat.of().formatHex(point))));
    PrivateKey secret =
        factory.generatePrivate(
            new EdECPrivateKeySpec(NamedParameterSpec.ED25519, Base64.getDecoder().decode(SECRET)));
    return new DkimKey("brisbane", DkimKey.Algorithm.ED25519, secret, published);
  }

  private static HeaderLines header(String lines) throws IOException {
    return HeaderLines.read(
        new ByteArrayInputStream((lines + "\r\n").getBytes(StandardCharsets.ISO_8859_1)));
  }

  @Test
  void the_body_hash_is_the_one_of_the_example() throws Exception {
    CanonicalBody body = new CanonicalBody(CanonicalBody.Form.RELAXED);
    body.write(BODY.getBytes(StandardCharsets.US_ASCII));
    assertEquals(BODY_HASH, Base64.getEncoder().encodeToString(body.finish()));
  }

  @Test
  void the_published_key_is_the_one_of_the_example() throws Exception {
    assertEquals("v=DKIM1; k=ed25519; p=" + PUBLISHED, key().record());
  }

  @Test
  void the_signature_is_the_one_of_the_example() throws Exception {
    HeaderLines header = header(HEADER);
    StringBuilder input = new StringBuilder();
    for (String name : List.of("from", "to", "subject", "date", "message-id")) {
      input.append(header.named(name).get(0).relaxed()).append("\r\n");
    }
    input.append(header(UNSIGNED).fields().get(0).relaxed());
    byte[] hashed =
        MessageDigest.getInstance("SHA-256")
            .digest(input.toString().getBytes(StandardCharsets.ISO_8859_1));
    assertEquals(SIGNATURE, Base64.getEncoder().encodeToString(key().sign(hashed)));
  }

  @Test
  void the_verifier_of_these_tests_takes_the_example() throws Exception {
    String folded = SIGNATURE.substring(0, 56) + "\r\n " + SIGNATURE.substring(56);
    String message = UNSIGNED + folded + "\r\n" + HEADER + "\r\n" + BODY;
    TestVerifier verifier =
        new TestVerifier().publish("brisbane", "football.example.com", key().record());
    assertEquals(List.of("pass"), verifier.verify(message.getBytes(StandardCharsets.ISO_8859_1)));
    assertEquals(
        List.of("body"),
        verifier.verify(message.replace("lost", "won").getBytes(StandardCharsets.ISO_8859_1)));
    assertEquals(
        List.of("signature"),
        verifier.verify(message.replace("dinner", "lunch").getBytes(StandardCharsets.ISO_8859_1)));
  }
}
