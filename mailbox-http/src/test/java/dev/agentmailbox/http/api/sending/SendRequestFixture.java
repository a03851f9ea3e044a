package dev.agentmailbox.http.api.sending;

import static dev.agentmailbox.http.api.sending.SendRefusal.BLOCKED_RECIPIENT;
import static dev.agentmailbox.http.api.sending.SendRefusal.CONTROL_CHARACTER;
import static dev.agentmailbox.http.api.sending.SendRefusal.KEY_USED_OTHERWISE;
import static dev.agentmailbox.http.api.sending.SendRefusal.LARGE_BODY;
import static dev.agentmailbox.http.api.sending.SendRefusal.LIMIT_USED_UP;
import static dev.agentmailbox.http.api.sending.SendRefusal.MANY_FILES;
import static dev.agentmailbox.http.api.sending.SendRefusal.NEEDS_APPROVAL;
import static dev.agentmailbox.http.api.sending.SendRefusal.NO_KEY;
import static dev.agentmailbox.http.api.sending.SendRefusal.NO_PERMISSION;
import static dev.agentmailbox.http.api.sending.SendRefusal.OTHER_MEDIA_TYPE;
import static dev.agentmailbox.http.api.sending.SendRefusal.OTHER_SCOPE;
import static dev.agentmailbox.http.api.sending.SendRefusal.PAUSED_INBOX;
import static dev.agentmailbox.http.api.sending.SendRefusal.PAUSED_PLATFORM;
import static dev.agentmailbox.http.api.sending.SendRefusal.SENT_BEFORE;
import static dev.agentmailbox.http.api.sending.SendRefusal.SUSPENDED;
import static dev.agentmailbox.http.api.sending.SendRefusal.UNCLAIMED;
import static dev.agentmailbox.http.api.sending.SendRefusal.UNKNOWN_FIELD;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.access.ApiKey;
import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.KeySecret;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.access.Role;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.http.Deliveries;
import dev.agentmailbox.http.MailboxFixture;
import dev.agentmailbox.http.api.sending.SendRefusal.Kind;
import dev.agentmailbox.inbox.Inbox;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** An inbox that is about to send, and everything that stands in the way of that one request. */
final class SendRequestFixture {
  private static final AtomicInteger NUMBER = new AtomicInteger();
  private static final int TRIES = 10;
  private static final int FILES = 33;
  private static final int PAD_BYTES = 3 << 19;
  private static final String WORDS = "See https://example.com/order for more.";

  /** Refused by a check that comes after the one that claims the key. */
  private static final Set<Integer> CLAIMING = Set.of(413, 422, 423);

  private static final String IDEMPOTENCY_KEY = "the-key";

  private final MailboxFixture fixture;
  private final String human;
  private final Kind kind;
  private final Set<SendRefusal> reasons;
  private final Inbox inbox;
  private final Inbox other;
  private final String box;
  private @Nullable String path;

  SendRequestFixture(MailboxFixture fixture, String human, Kind kind, Set<SendRefusal> reasons) {
    this.fixture = fixture;
    this.human = human;
    this.kind = kind;
    this.reasons = reasons;
    int number = NUMBER.incrementAndGet();
    this.inbox = fixture.mailbox.agent().createInbox("scene-" + number);
    this.other = fixture.mailbox.agent().createInbox("other-" + number);
    this.box = "/v0/inboxes/" + inbox.address();
  }

  /** Puts everything in the way, makes the request, and takes away what others would meet. */
  HttpResponse<String> play() {
    path = pathOfRequest();
    if (reasons.contains(KEY_USED_OTHERWISE)) {
      useTheKey();
    }
    if (reasons.contains(SENT_BEFORE)) {
      sendBefore();
    }
    try {
      putInTheWay();
      return answered();
    } finally {
      asHuman("POST", "/v0/organizations/resume", null);
      asHuman("POST", "/v0/operator/sending/resume", null);
      dailyRecipients(1_000_000);
    }
  }

  private void putInTheWay() {
    if (reasons.contains(BLOCKED_RECIPIENT)) {
      must(fixture.post(box + "/lists/send/block", "{\"entry\":\"example.com\"}"));
    }
    if (reasons.contains(NEEDS_APPROVAL)) {
      must(asHuman("PATCH", box + "/policy", "{\"approval_flags\":[\"has_links\"]}"));
    }
    if (reasons.contains(PAUSED_INBOX)) {
      must(asHuman("POST", box + "/pause", null));
    }
    if (reasons.contains(LIMIT_USED_UP)) {
      dailyRecipients(0);
    }
    if (reasons.contains(PAUSED_PLATFORM)) {
      must(asHuman("POST", "/v0/operator/sending/pause", null));
    }
    if (reasons.contains(SUSPENDED)) {
      must(asHuman("POST", "/v0/organizations/suspend", null));
    }
  }

  private HttpResponse<String> asHuman(String method, String path, @Nullable String json) {
    return fixture.as(human, method, path, json);
  }

  private void dailyRecipients(int limit) {
    must(
        asHuman(
            "PATCH",
            "/v0/operator/organizations/" + inbox.organizationId(),
            "{\"plan\":{\"daily_recipients\":" + limit + "}}"));
  }

  private static JsonNode must(HttpResponse<String> response) {
    assertTrue(response.statusCode() < 300, response.body());
    return MailboxFixture.json(response);
  }

  /** Accepted by the checks before the one that claims the key, refused by one after it. */
  private void useTheKey() {
    must(asHuman("POST", box + "/pause", null));
    String body = kind == Kind.DRAFT ? "{\"add_labels\":[\"first\"]}" : body("First words.", "");
    HttpResponse<String> first = fixture.send(request(fixture.key, "application/json", body));
    assertTrue(CLAIMING.contains(first.statusCode()), first.body());
    must(asHuman("POST", box + "/resume", null));
  }

  /** The same mail by another request. */
  private void sendBefore() {
    String body =
        kind == Kind.DRAFT
            ? "{\"to\":[\"bob@example.com\"],\"subject\":\"Draft\",\"text\":\"" + WORDS + "\"}"
            : body(WORDS, "");
    must(fixture.post(kind == Kind.DRAFT ? box + "/messages/send" : path(), body));
  }

  private String path() {
    if (path == null) {
      throw new IllegalStateException("nothing is asked yet");
    }
    return path;
  }

  private String pathOfRequest() {
    if (kind == Kind.SEND) {
      return box + "/messages/send";
    }
    if (kind == Kind.DRAFT) {
      return box + "/drafts/" + draft() + "/send";
    }
    String verb = kind == Kind.REPLY_ALL ? "reply-all" : kind.name().toLowerCase(Locale.ROOT);
    return box + "/messages/" + received() + "/" + verb;
  }

  private String draft() {
    String more =
        reasons.contains(MANY_FILES)
            ? "\"forward_of\":\"" + received() + "\""
            : "\"subject\":\"Draft\"";
    String body = "{\"to\":[\"bob@example.com\"],\"text\":\"" + WORDS + "\"," + more + "}";
    return must(fixture.post(box + "/drafts", body)).get("draft_id").stringValue();
  }

  /** A message with a file, or with too many to pass on. */
  private String received() {
    int files = reasons.contains(MANY_FILES) ? FILES : 1;
    return Deliveries.withFiles(fixture, inbox, files).get("message_id").stringValue();
  }

  private String body(String text, String more) {
    StringBuilder body = new StringBuilder("{\"text\":\"" + text + "\"");
    if (kind == Kind.SEND || kind == Kind.FORWARD) {
      body.append(",\"to\":[\"bob@example.com\"]");
    }
    return body.append(more).append("}").toString();
  }

  /** The body with everything that is wrong with it. */
  private String asked() {
    String headers =
        reasons.contains(CONTROL_CHARACTER)
            ? ",\"headers\":{\"X-Service-Client-Ref\":\"a\\nb\"}"
            : "";
    StringBuilder body = new StringBuilder(kind == Kind.DRAFT ? "{}" : body(WORDS, headers));
    if (reasons.contains(MANY_FILES) && kind.carriesFiles()) {
      String file = "{\"filename\":\"f\",\"content\":\"eA==\"},";
      String files = file.repeat(FILES).substring(0, FILES * file.length() - 1);
      add(body, "\"attachments\":[" + files + "]");
    }
    if (reasons.contains(UNKNOWN_FIELD)) {
      add(body, "\"no_such_field\":1");
    }
    return body + (reasons.contains(LARGE_BODY) ? " ".repeat(PAD_BYTES) : "");
  }

  private static void add(StringBuilder body, String member) {
    body.setLength(body.length() - 1);
    body.append(body.length() > 1 ? "," : "").append(member).append("}");
  }

  private HttpRequest.Builder request(@Nullable String key, String mediaType, String body) {
    HttpRequest.Builder request =
        fixture
            .request(path())
            .header("Idempotency-Key", IDEMPOTENCY_KEY)
            .header("Content-Type", mediaType)
            .POST(BodyPublishers.ofString(body));
    return key == null ? request : request.header("Authorization", "Bearer " + key);
  }

  /** A long body that is refused unread may cut its client off before the answer: then again. */
  private HttpResponse<String> answered() {
    String key = reasons.contains(NO_KEY) ? null : key();
    String mediaType = reasons.contains(OTHER_MEDIA_TYPE) ? "text/plain" : "application/json";
    IllegalStateException last = new IllegalStateException("never tried");
    for (int i = 0; i < TRIES; i++) {
      try {
        return fixture.send(request(key, mediaType, asked()));
      } catch (IllegalStateException cutOff) {
        last = cutOff;
      }
    }
    throw last;
  }

  private String key() {
    Scope own = fixture.organization();
    Scope scope = reasons.contains(OTHER_SCOPE) ? other.scope() : own;
    Set<Permission> permissions = EnumSet.allOf(Permission.class);
    if (reasons.contains(NO_PERMISSION)) {
      permissions.remove(Permission.MESSAGE_SEND);
    }
    boolean unclaimed = reasons.contains(UNCLAIMED);
    if (scope.equals(own) && permissions.size() == Permission.values().length && !unclaimed) {
      return fixture.key;
    }
    KeySecret secret = KeySecret.generate(new SecureRandom());
    Instant now = fixture.mailbox.context().now();
    String id = "key_scene" + NUMBER.incrementAndGet();
    ApiKey key =
        new ApiKey(
            id,
            secret.prefix(),
            secret.hash(),
            "scene",
            scope,
            permissions,
            unclaimed,
            ApiKey.Life.since(now, null));
    fixture.mailbox.context().write(tx -> tx.apiKeys().insert(key));
    return secret.reveal();
  }

  /** A human who may undo everything. */
  static Caller.Human operator(MailboxFixture fixture) {
    Caller.Human owner = fixture.human(Role.OWNER);
    return new Caller.Human(
        owner.id(), owner.scope(), owner.role(), owner.permissions(), true, true);
  }
}
