package dev.agentmailbox.server.push;

import com.zerodeplibs.webpush.VAPIDKeyPair;
import com.zerodeplibs.webpush.VAPIDKeyPairs;
import com.zerodeplibs.webpush.key.PrivateKeySources;
import com.zerodeplibs.webpush.key.PublicKeySources;
import dev.agentmailbox.access.Vault;
import dev.agentmailbox.port.MailboxStore;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.spec.ECGenParameterSpec;
import java.util.Base64;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The key pair by which push services know this installation (RFC 8292), sealed in the store. Made
 * once, because a browser's subscription is bound to it.
 */
final class VapidKeys {
  private static final String SETTING = "push_keys";
  private static final Logger LOG = LoggerFactory.getLogger(VapidKeys.class);

  private VapidKeys() {}

  /** Loads the pair; makes it at the first start, and anew after a change of the master key. */
  static VAPIDKeyPair of(MailboxStore store, Vault vault) {
    return store
        .read(tx -> tx.settings().get(SETTING))
        .flatMap(text -> open(text, vault))
        .orElseGet(() -> make(store, vault));
  }

  private static Optional<VAPIDKeyPair> open(String text, Vault vault) {
    try {
      String[] parts = vault.open(text, SETTING).split(" ", 2);
      Base64.Decoder base64 = Base64.getDecoder();
      return Optional.of(
          VAPIDKeyPairs.of(
              PrivateKeySources.ofPKCS8Bytes(base64.decode(parts[0])),
              PublicKeySources.ofX509Bytes(base64.decode(parts[1]))));
    } catch (IllegalStateException otherKey) {
      LOG.warn("the master key has changed: people have to turn on notices in browsers again");
      return Optional.empty();
    }
  }

  private static VAPIDKeyPair make(MailboxStore store, Vault vault) {
    KeyPair pair = generate();
    Base64.Encoder base64 = Base64.getEncoder();
    String text =
        base64.encodeToString(pair.getPrivate().getEncoded())
            + " "
            + base64.encodeToString(pair.getPublic().getEncoded());
    String closed = vault.seal(text, SETTING);
    return store.write(
        tx -> {
          // Of several servers that start for the first time, one makes the pair of all.
          tx.lock(SETTING);
          Optional<VAPIDKeyPair> made = tx.settings().get(SETTING).flatMap(one -> open(one, vault));
          if (made.isEmpty()) {
            tx.settings().put(SETTING, closed);
          }
          return made.or(() -> open(closed, vault)).orElseThrow();
        });
  }

  private static KeyPair generate() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      return generator.generateKeyPair();
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException("this Java has no P-256", impossible);
    }
  }
}
