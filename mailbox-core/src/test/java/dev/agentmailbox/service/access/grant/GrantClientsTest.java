package dev.agentmailbox.service.access.grant;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.GrantClient;
import dev.agentmailbox.memory.SettableClock;
import dev.agentmailbox.port.access.ClientDocuments.Document;
import dev.agentmailbox.service.access.grant.GrantRefusal.Reason;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which programs may ask, and where answers may go. */
class GrantClientsTest {
  private static final String ADDRESS = "https://app.example/client.json";
  private final SettableClock clock = SettableClock.at("2026-03-01T12:00:00Z");
  private final Map<String, Document> documents = new HashMap<>();
  private final AtomicInteger fetches = new AtomicInteger();

  @AutoClose
  private final Mailbox mailbox =
      Mailbox.builder()
          .clock(clock)
          .clientDocuments(
              address -> {
                fetches.incrementAndGet();
                return Optional.ofNullable(documents.get(address));
              })
          .build();

  private final Caller.Human owner = mailbox.human();

  private GrantClient asking(String clientId, String redirect) {
    return mailbox
        .oauth()
        .grants()
        .asking(owner, new GrantRequest(clientId, redirect, null, null, null, null, null));
  }

  private Reason refused(String clientId, String redirect) {
    return assertThrows(GrantRefusal.class, () -> asking(clientId, redirect)).reason();
  }

  private static Document document(String id, String redirect, String authentication) {
    return new Document(id, "An\u202e app\n", List.of(redirect), authentication);
  }

  @Test
  void a_program_is_known_by_its_document_which_is_read_again_after_a_while() {
    documents.put(ADDRESS, document(ADDRESS, "http://127.0.0.1/cb", "none"));
    GrantClient client = asking(ADDRESS, "http://127.0.0.1:50123/cb");
    assertEquals("An app", client.name());
    asking(ADDRESS, "http://127.0.0.1/cb");
    assertEquals(1, fetches.get());
    clock.advance(Duration.ofMinutes(5));
    asking(ADDRESS, "http://127.0.0.1/cb");
    assertEquals(2, fetches.get());
    assertEquals(Reason.INVALID_REDIRECT_URI, refused(ADDRESS, "http://127.0.0.1/other"));
  }

  @Test
  void a_document_must_speak_of_itself_without_secrets() {
    documents.put(ADDRESS, document("https://other.example/x", "https://a.example/", "none"));
    assertEquals(Reason.INVALID_CLIENT, refused(ADDRESS, "https://a.example/"));
    documents.put(ADDRESS, document(ADDRESS, "https://a.example/", "private_key_jwt"));
    assertEquals(Reason.INVALID_CLIENT, refused(ADDRESS, "https://a.example/"));
    documents.put(ADDRESS, document(ADDRESS, "app://a", "none"));
    assertEquals(Reason.INVALID_CLIENT, refused(ADDRESS, "app://a"));
    documents.clear();
    assertEquals(Reason.INVALID_CLIENT, refused(ADDRESS, "https://a.example/"));
  }

  @Test
  void a_program_has_at_most_ten_addresses_of_at_most_2048_characters() {
    String address = "https://a.example/";
    String longest = address + "x".repeat(2_048 - address.length());
    documents.put(
        ADDRESS, new Document(ADDRESS, "An app", Collections.nCopies(10, longest), "none"));
    assertEquals(Collections.nCopies(10, longest), asking(ADDRESS, longest).redirectUris());
    clock.advance(Duration.ofMinutes(5));
    documents.put(
        ADDRESS, new Document(ADDRESS, "An app", Collections.nCopies(11, address), "none"));
    assertEquals(Reason.INVALID_CLIENT, refused(ADDRESS, address));
    documents.put(ADDRESS, document(ADDRESS, longest + "x", "none"));
    assertEquals(Reason.INVALID_CLIENT, refused(ADDRESS, longest + "x"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://app.example",
        "https://app.example/",
        "http://app.example/client.json",
        "https://127.0.0.1/client.json",
        "https://app.example:8443/client.json",
        "https://user@app.example/client.json",
        "https://app.example/a/../client.json",
        "https://app.example/client.json#part",
        "https://localhost/client.json",
        "https://mail.agents.localhost/client.json",
        "https://app.internal/client.json",
        "cli_unknown",
      })
  void nothing_is_fetched_from_where_no_document_may_be(String clientId) {
    assertEquals(Reason.INVALID_CLIENT, refused(clientId, "https://a.example/"));
    assertEquals(0, fetches.get());
  }

  @ParameterizedTest
  @CsvSource({
    "https://a.example/cb, https://a.example/cb, true",
    "https://a.example/cb, https://a.example/cb/, false",
    "https://a.example/cb, https://a.example/cb?x=1, false",
    "https://a.example/cb, https://A.example/cb, false",
    "https://a.example/cb, https://a.example:444/cb, false",
    "https://a.example/cb, http://a.example/cb, false",
    "http://127.0.0.1/cb, http://127.0.0.1:1234/cb, true",
    "http://127.0.0.1:1/cb, http://127.0.0.1:2/cb, true",
    "http://[::1]/cb, http://[::1]:99/cb, true",
    "http://localhost:3000/cb, http://localhost:3001/cb, true",
    "http://localhost/cb, http://127.0.0.1/cb, false",
    "http://127.0.0.1/cb, http://127.0.0.1:1234/other, false",
    "http://127.0.0.1/cb, http://127.0.0.1:1234/cb?x=1, false",
    "http://127.0.0.1/cb, https://127.0.0.1:1234/cb, false",
  })
  void an_answer_goes_exactly_where_the_program_said(String named, String asked, boolean allowed) {
    assertEquals(
        allowed, RedirectAddress.read(asked).filter(a -> a.isCoveredBy(named)).isPresent());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://a.example/cb",
        "http://127.0.0.2/cb",
        "http://127.0.0.1.example/cb",
        "http://localhost.example/cb",
        "javascript:alert(1)",
        "data:text/html,x",
        "app.example:/cb",
        "https://a.example/cb#part",
        "https://user@a.example/cb",
        "https:///cb",
        "/cb",
        "https://a.example/c b",
        "https://a.example/\u00e4",
        "",
      })
  void no_answer_goes_anywhere_else(String address) {
    assertFalse(RedirectAddress.read(address).isPresent());
    assertTrue(RedirectAddress.read("https://a.example/cb").isPresent());
  }
}
