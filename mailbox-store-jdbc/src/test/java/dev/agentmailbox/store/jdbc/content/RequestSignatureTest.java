package dev.agentmailbox.store.jdbc.content;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.agentmailbox.port.StoreException;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestSignatureTest {
  private static final String EMPTY =
      "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

  /** The example "GET Bucket (List Objects)" of the description of Signature Version 4 for S3. */
  @Test
  void the_published_example_is_signed_as_published() {
    BucketAddress address =
        BucketAddress.parse(
            "https://examplebucket.s3.amazonaws.com/any",
            "AKIAIOSFODNN7EXAMPLE",
            "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY");
    Map<String, String> headers =
        new RequestSignature(address)
            .headers(
                "GET",
                "/",
                Map.of("max-keys", "2", "prefix", "J"),
                EMPTY,
                Instant.parse("2013-05-24T00:00:00Z"));
    assertEquals("20130524T000000Z", headers.get("x-amz-date"));
    assertEquals(
        "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,"
            + " SignedHeaders=host;x-amz-content-sha256;x-amz-date,"
            + " Signature=34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7",
        headers.get("Authorization"));
  }

  @Test
  void an_address_names_folder_and_region_and_hides_the_secret() {
    BucketAddress address =
        BucketAddress.parse("http://127.0.0.1:9000/mail/a/b?region=eu-west-1", "key", "secret");
    assertEquals("http://127.0.0.1:9000", address.endpoint().toString());
    assertEquals("mail", address.bucket());
    assertEquals("a/b/", address.folder());
    assertEquals("eu-west-1", address.region());
    assertFalse(address.toString().contains("secret"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "ftp://host/bucket",
        "https://host",
        "https://host/",
        "https://host/UPPER",
        "https://user:secret@host/bucket",
        "https://host/bucket?other=1",
        "https://host/bucket/a b",
        "https://host/bucket#part"
      })
  void what_is_no_address_is_refused_without_being_quoted(String text) {
    StoreException refused =
        assertThrows(StoreException.class, () -> BucketAddress.parse(text, "key", "secret"));
    assertFalse(String.valueOf(refused.getMessage()).contains("secret@"));
  }

  @Test
  void names_are_encoded_byte_by_byte() {
    assertEquals("a/b%20%C3%BC~", RequestSignature.encode("a/b \u00fc~", true));
    assertEquals("a%2Fb", RequestSignature.encode("a/b", false));
  }
}
