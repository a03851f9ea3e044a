package dev.agentmailbox.server.push;

import com.zerodeplibs.webpush.EncryptedPushMessage;
import com.zerodeplibs.webpush.MessageEncryptions;
import com.zerodeplibs.webpush.PushMessage;
import com.zerodeplibs.webpush.UserAgentMessageEncryptionKeyInfo;
import com.zerodeplibs.webpush.VAPIDKeyPair;
import com.zerodeplibs.webpush.jwt.VAPIDJWTParam;
import dev.agentmailbox.access.PushSubscription;
import dev.agentmailbox.access.Vault;
import dev.agentmailbox.port.MailboxStore;
import dev.agentmailbox.port.access.PushService;
import dev.agentmailbox.port.event.WebhookTransport;
import dev.agentmailbox.webhook.WebhookAddress;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/**
 * Pushes notices through the push services of browsers (RFC 8030, RFC 8291, RFC 8292). Endpoints
 * are what browsers say, so the address rules of webhooks apply. Thread safe.
 */
public final class WebPush implements PushService {
  /** How long a push service keeps a notice for a browser that is not connected. */
  private static final Duration KEPT = Duration.ofHours(4);

  /** Of one push; all of one person take less than the lease of their notice. */
  private static final Duration LIMIT = Duration.ofSeconds(4);

  /** RFC 8292 section 2: at most a day. */
  private static final Duration TOKEN_LIFE = Duration.ofHours(12);

  /** RFC 8291 section 3.2. */
  private static final int SECRET_BYTES = 16;

  private static final int NOT_FOUND = 404;
  private static final int GONE = 410;
  private static final Logger LOG = LoggerFactory.getLogger(WebPush.class);

  private final MailboxStore store;
  private final Vault vault;
  private final WebhookTransport http;
  private final WebhookAddress addresses;
  private final String contact;
  private final Clock clock;
  private @Nullable VAPIDKeyPair keys;

  /**
   * Pushes to browsers. Keys are loaded, or made, when the first person asks for them.
   *
   * @param http posts to the push services
   * @param contact {@code mailto:} or https URL for the operators of push services
   */
  public WebPush(
      MailboxStore store,
      Vault vault,
      WebhookTransport http,
      WebhookAddress addresses,
      String contact,
      Clock clock) {
    this.store = store;
    this.vault = vault;
    this.http = http;
    this.addresses = addresses;
    this.contact = contact;
    this.clock = clock;
  }

  private synchronized VAPIDKeyPair keys() {
    VAPIDKeyPair known = keys;
    if (known == null) {
      known = VapidKeys.of(store, vault);
      keys = known;
    }
    return known;
  }

  @Override
  public String publicKey() {
    return keys().extractPublicKeyInUncompressedFormAsString();
  }

  @Override
  public boolean accepts(PushSubscription subscription) {
    try {
      UserAgentMessageEncryptionKeyInfo unused = browserKeys(subscription);
      return addresses.check(subscription.endpoint()).equals(subscription.endpoint())
          && Base64.getUrlDecoder().decode(subscription.authSecret()).length == SECRET_BYTES;
    } catch (RuntimeException unusable) {
      // The library says in many ways what is wrong with a stranger's key.
      LOG.debug("a push subscription cannot be used", unusable);
      return false;
    }
  }

  private static UserAgentMessageEncryptionKeyInfo browserKeys(PushSubscription subscription) {
    return UserAgentMessageEncryptionKeyInfo.of(
        subscription.publicKey(), subscription.authSecret());
  }

  @Override
  public Outcome push(PushSubscription subscription, String title, String body, String path) {
    try {
      WebhookTransport.Answer answer =
          http.post(request(subscription, Map.of("title", title, "body", body, "path", path)));
      if (answer.isSuccess()) {
        return Outcome.TAKEN;
      }
      Integer status = answer.status();
      LOG.info("a push to {} was not taken: {}", subscription.userId(), answer);
      return status != null && (status == NOT_FOUND || status == GONE)
          ? Outcome.GONE
          : Outcome.FAILED;
    } catch (RuntimeException failure) {
      LOG.error("a push to {} could not be made", subscription.userId(), failure);
      return Outcome.FAILED;
    }
  }

  private WebhookTransport.Request request(PushSubscription to, Map<String, String> notice) {
    EncryptedPushMessage message =
        MessageEncryptions.of()
            .encrypt(
                browserKeys(to), PushMessage.of(JsonMapper.shared().writeValueAsBytes(notice)));
    String authorization =
        keys()
            .generateAuthorizationHeaderValue(
                VAPIDJWTParam.getBuilder()
                    .resourceURLString(to.endpoint())
                    .expirationTime(clock.instant().plus(TOKEN_LIFE))
                    .subject(contact)
                    .build());
    return new WebhookTransport.Request(
        to.endpoint(),
        List.of(
            Map.entry("Authorization", authorization),
            Map.entry("Content-Type", "application/octet-stream"),
            Map.entry("Content-Encoding", message.contentEncoding()),
            Map.entry("TTL", Long.toString(KEPT.toSeconds())),
            Map.entry("Urgency", "high")),
        message.toBytes(),
        LIMIT);
  }
}
