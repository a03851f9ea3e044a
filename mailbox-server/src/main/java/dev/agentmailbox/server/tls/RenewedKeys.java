package dev.agentmailbox.server.tls;

import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The certificate of a listener. A handshake looks whether the files have changed, at most once per
 * {@link #LOOK_EVERY}, and reads them again; open sessions continue. Files that cannot be used, for
 * example because they are being written, leave the present certificate in use and are logged once
 * per change. Thread safe.
 */
final class RenewedKeys extends X509ExtendedKeyManager {
  /** Interval between two looks at the files. */
  static final Duration LOOK_EVERY = Duration.ofSeconds(10);

  private static final Logger LOG = LoggerFactory.getLogger(RenewedKeys.class);

  /** Aliases: a prefix and a count, so that a handshake keeps the certificate it began with. */
  private static final String ALIAS = "certificate-";

  private final TlsFiles files;
  private final Clock clock;
  private State seen;
  private long nextLookMillis;
  private volatile Generation present;
  private volatile @Nullable Generation previous;

  /** A certificate, and which key types it serves. */
  private record Generation(String alias, TlsIdentity identity, X509ExtendedKeyManager types) {}

  /** Both files, as they were when last read. */
  private record State(FileState chain, FileState key) {
    static State of(TlsFiles files) {
      return new State(FileState.of(files.certificateChain()), FileState.of(files.privateKey()));
    }
  }

  /**
   * @param identity the inode where there is one: a renamed file may have an older time
   */
  private record FileState(@Nullable FileTime changed, long bytes, @Nullable Object identity) {
    static FileState of(Path file) {
      try {
        BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
        return new FileState(found.lastModifiedTime(), found.size(), found.fileKey());
      } catch (IOException missing) {
        return new FileState(null, 0, null);
      }
    }
  }

  private RenewedKeys(TlsFiles files, Clock clock, State seen, Generation first) {
    this.files = files;
    this.clock = clock;
    this.seen = seen;
    this.present = first;
    this.nextLookMillis = clock.millis() + LOOK_EVERY.toMillis();
  }

  /**
   * Reads the files.
   *
   * @throws IOException with one line that names the setting when they cannot be used
   */
  static RenewedKeys of(TlsFiles files, Clock clock) throws IOException {
    // Before reading: a change in between is then noticed.
    State seen = State.of(files);
    return new RenewedKeys(files, clock, seen, generation(files.load(), 0));
  }

  private static Generation generation(TlsIdentity identity, int count) {
    char[] noPassword = new char[0];
    try {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, noPassword);
      store.setKeyEntry("key", identity.key(), noPassword, identity.chain());
      KeyManagerFactory factory =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      factory.init(store, noPassword);
      for (KeyManager manager : factory.getKeyManagers()) {
        if (manager instanceof X509ExtendedKeyManager types) {
          return new Generation(ALIAS + count, identity, types);
        }
      }
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("a key store in memory failed", e);
    }
    throw new IllegalStateException("every Java runtime has X.509 key managers");
  }

  private synchronized void look() {
    long now = clock.millis();
    if (now < nextLookMillis) {
      return;
    }
    nextLookMillis = now + LOOK_EVERY.toMillis();
    State found = State.of(files);
    if (found.equals(seen)) {
      return;
    }
    seen = found;
    try {
      Generation last = present;
      int count = Integer.parseInt(last.alias().substring(ALIAS.length()));
      present = generation(files.load(), count + 1);
      previous = last;
      LOG.info("{} was renewed; new connections use it", files.certificateChain());
    } catch (IOException | IllegalStateException e) {
      LOG.warn("the certificate in use is kept: {}", e.getMessage());
    }
  }

  private @Nullable Generation named(String alias) {
    Generation now = present;
    if (now.alias().equals(alias)) {
      return now;
    }
    Generation before = previous;
    return before != null && before.alias().equals(alias) ? before : null;
  }

  @Override
  public @Nullable String chooseServerAlias(
      String keyType, Principal @Nullable [] issuers, Socket socket) {
    look();
    Generation now = present;
    return now.types().chooseServerAlias(keyType, issuers, socket) == null ? null : now.alias();
  }

  @Override
  public @Nullable String chooseEngineServerAlias(
      String keyType, Principal @Nullable [] issuers, SSLEngine engine) {
    look();
    Generation now = present;
    return now.types().chooseEngineServerAlias(keyType, issuers, engine) == null
        ? null
        : now.alias();
  }

  @Override
  public X509Certificate @Nullable [] getCertificateChain(String alias) {
    Generation named = named(alias);
    return named == null ? null : named.identity().chain().clone();
  }

  @Override
  public @Nullable PrivateKey getPrivateKey(String alias) {
    Generation named = named(alias);
    return named == null ? null : named.identity().key();
  }

  @Override
  public String @Nullable [] getServerAliases(String keyType, Principal @Nullable [] issuers) {
    return new String[] {present.alias()};
  }

  /** A server only. */
  @Override
  public String @Nullable [] getClientAliases(String keyType, Principal @Nullable [] issuers) {
    return null;
  }

  /** A server only. */
  @Override
  public @Nullable String chooseClientAlias(
      String[] keyTypes, Principal @Nullable [] issuers, Socket socket) {
    return null;
  }
}
