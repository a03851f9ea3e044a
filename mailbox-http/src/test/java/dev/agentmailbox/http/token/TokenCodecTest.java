package dev.agentmailbox.http.token;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.memory.SettableClock;
import dev.agentmailbox.page.PagePosition;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TokenCodecTest {
  private static final byte[] KEY = bytes(1);
  private static final Scope SCOPE = Scope.organization("org_1");
  private static final Binding HERE = Binding.of(SCOPE, "listThings");

  private final TokenCodec codec = new TokenCodec(SigningKeys.of(KEY));
  private final SettableClock clock = SettableClock.at("2026-01-01T00:00:00Z");

  private static byte[] bytes(int value) {
    byte[] bytes = new byte[32];
    Arrays.fill(bytes, (byte) value);
    return bytes;
  }

  private static void assertInvalid(Runnable opening) {
    MailboxException refusal = assertThrows(MailboxException.class, opening::run);
    assertEquals(ErrorCode.INVALID_REQUEST, refusal.code());
  }

  @Test
  void a_token_opens_where_it_was_made() {
    String token = codec.seal(TokenKind.PAGE, new byte[] {1, 2, 3}, HERE);
    assertTrue(token.startsWith("pt_"));
    assertArrayEquals(new byte[] {1, 2, 3}, codec.open(TokenKind.PAGE, token, HERE));
  }

  // spec Conventions.5, Polling.1
  @Test
  void another_scope_query_or_kind_does_not_open_it() {
    String token = codec.seal(TokenKind.PAGE, new byte[] {1}, HERE);
    for (Binding other :
        List.of(
            Binding.of(Scope.organization("org_2"), "listThings"),
            Binding.of(Scope.pod("org_1", "pod_1"), "listThings"),
            Binding.of(SCOPE, "listThings\nlabels=a"),
            Binding.NONE)) {
      assertInvalid(() -> codec.open(TokenKind.PAGE, token, other));
    }
    String asCursor = "cur_" + token.substring(3);
    assertInvalid(() -> codec.open(TokenKind.CURSOR, asCursor, HERE));
    assertInvalid(() -> codec.open(TokenKind.CURSOR, token, HERE));
  }

  @Test
  void a_token_changed_anywhere_does_not_open() {
    String token = codec.seal(TokenKind.PAGE, "position".getBytes(StandardCharsets.UTF_8), HERE);
    for (int i = 3; i < token.length() - 1; i++) {
      char other = token.charAt(i) == 'A' ? 'B' : 'A';
      String changed = token.substring(0, i) + other + token.substring(i + 1);
      assertInvalid(() -> codec.open(TokenKind.PAGE, changed, HERE));
    }
  }

  @Test
  void nonsense_does_not_open() {
    long seed = 42;
    Random random = new Random(seed);
    for (String text :
        List.of("", "pt_", "pt_AAAA", "pt_" + "A".repeat(60), "pt_" + "A".repeat(5000), "pt_é")) {
      assertInvalid(() -> codec.open(TokenKind.PAGE, text, HERE));
    }
    for (int i = 0; i < 1000; i++) {
      byte[] noise = new byte[random.nextInt(80)];
      random.nextBytes(noise);
      String text = "pt_" + java.util.Base64.getUrlEncoder().withoutPadding().encodeToString(noise);
      assertInvalid(() -> codec.open(TokenKind.PAGE, text, HERE));
    }
  }

  @Test
  void an_old_key_opens_and_the_new_one_signs_until_the_old_is_dropped() {
    String old = codec.seal(TokenKind.PAGE, new byte[] {1}, HERE);
    TokenCodec both = new TokenCodec(new SigningKeys(2, Map.of(1, KEY, 2, bytes(2))));
    TokenCodec onlyNew = new TokenCodec(new SigningKeys(2, Map.of(2, bytes(2))));
    assertArrayEquals(new byte[] {1}, both.open(TokenKind.PAGE, old, HERE));
    String fresh = both.seal(TokenKind.PAGE, new byte[] {2}, HERE);
    assertArrayEquals(new byte[] {2}, onlyNew.open(TokenKind.PAGE, fresh, HERE));
    assertInvalid(() -> onlyNew.open(TokenKind.PAGE, old, HERE));
  }

  @Test
  void short_keys_and_more_than_two_are_refused() {
    assertThrows(IllegalArgumentException.class, () -> SigningKeys.of(new byte[31]));
    assertThrows(
        IllegalArgumentException.class, () -> new SigningKeys(1, Map.of(1, KEY, 2, KEY, 3, KEY)));
    assertThrows(IllegalArgumentException.class, () -> new SigningKeys(2, Map.of(1, KEY)));
  }

  @Test
  void a_page_position_comes_back_whole() {
    PageTokens tokens = new PageTokens(codec);
    PagePosition position =
        new PagePosition(Instant.parse("2026-01-02T03:04:05.678Z"), "jürgen@example.com");
    assertEquals(position, tokens.open(tokens.seal(position, HERE), HERE));
  }

  @Test
  void a_cursor_is_gone_after_thirty_days() {
    EventCursors cursors = new EventCursors(codec, clock);
    String cursor = cursors.seal(77, HERE);
    clock.advance(Duration.ofDays(30));
    assertEquals(77, cursors.open(cursor, HERE));
    clock.advance(Duration.ofMillis(1));
    MailboxException refusal =
        assertThrows(MailboxException.class, () -> cursors.open(cursor, HERE));
    assertEquals(ErrorCode.GONE, refusal.code());
  }

  @Test
  void a_download_link_is_gone_after_an_hour() {
    DownloadLinks links = new DownloadLinks(codec, clock, "http://localhost:8080");
    DownloadLinks.Link link = links.make(List.of("a@b", "msg_1", "att_1"));
    String prefix = "http://localhost:8080/v0/downloads/";
    assertTrue(link.url().startsWith(prefix));
    assertEquals(Instant.parse("2026-01-01T01:00:00Z"), link.expiresAt());
    String token = link.url().substring(prefix.length());
    assertEquals(List.of("a@b", "msg_1", "att_1"), links.open(token));
    clock.advance(Duration.ofHours(1));
    MailboxException refusal = assertThrows(MailboxException.class, () -> links.open(token));
    assertEquals(ErrorCode.GONE, refusal.code());
  }
}
