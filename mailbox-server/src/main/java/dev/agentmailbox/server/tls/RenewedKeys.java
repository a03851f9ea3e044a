package dev.agentmailbox.server.tls;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Clock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The certificate of a listener, which Java's key manager for key stores that change asks for at
 * every handshake. At most once per {@link #LOOK_EVERY}, a handshake checks whether the files have
 * changed and reads them again; open sessions continue. Files that cannot be used, for example
 * because they are being written, leave the present certificate in use and are logged once per
 * change. Thread safe.
 */
final class RenewedKeys extends KeyStore.Builder {
  /** The key manager that reads a certificate and its key as one entry, once for a handshake. */
  static final String KEY_MANAGER = "NewSunX509";

  /** Interval between two checks of the files. */
  static final Duration LOOK_EVERY = Duration.ofSeconds(10);

  private static final Logger LOG = LoggerFactory.getLogger(RenewedKeys.class);

  /** Reads a key without the many rounds by which PKCS #12 slows down guessing of passwords. */
  private static final String STORE_TYPE = "JKS";

  /** The stores are in memory only. */
  private static final KeyStore.PasswordProtection NO_PASSWORD =
      new KeyStore.PasswordProtection(new char[0]);

  private final TlsFiles files;
  private final Clock clock;
  private State seen;
  private long nextLookMillis;
  private KeyStore present;

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

  /**
   * Reads the files.
   *
   * @throws IOException with one line that names the setting when they cannot be used
   */
  RenewedKeys(TlsFiles files, Clock clock) throws IOException {
    this.files = files;
    this.clock = clock;
    // Before reading: a change in between is then noticed.
    this.seen = State.of(files);
    this.present = store(files.load());
    this.nextLookMillis = clock.millis() + LOOK_EVERY.toMillis();
  }

  private static KeyStore store(KeyStore.PrivateKeyEntry entry) throws IOException {
    try {
      KeyStore store = KeyStore.getInstance(STORE_TYPE);
      store.load(null, null);
      store.setEntry("key", entry, NO_PASSWORD);
      return store;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("a key store in memory failed", e);
    }
  }

  @Override
  public synchronized KeyStore getKeyStore() {
    long now = clock.millis();
    if (now < nextLookMillis) {
      return present;
    }
    nextLookMillis = now + LOOK_EVERY.toMillis();
    State found = State.of(files);
    if (!found.equals(seen)) {
      seen = found;
      try {
        present = store(files.load());
        LOG.info("{} was renewed; new connections use it", files.certificateChain());
      } catch (IOException | IllegalStateException e) {
        LOG.warn(
            "the changed certificate cannot be used, the previous one is kept: {}", e.getMessage());
      }
    }
    return present;
  }

  @Override
  public KeyStore.ProtectionParameter getProtectionParameter(String alias) {
    return NO_PASSWORD;
  }
}
