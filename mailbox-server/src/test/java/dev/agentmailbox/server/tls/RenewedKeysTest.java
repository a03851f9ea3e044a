package dev.agentmailbox.server.tls;

import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.agentmailbox.memory.SettableClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

final class RenewedKeysTest {
  @TempDir static Path directory;
  private static TlsFiles first;
  private static TlsFiles second;

  private final SettableClock clock = SettableClock.at("2026-01-01T00:00:00Z");
  private final ListAppender<ILoggingEvent> log = new ListAppender<>();
  private TlsFiles used;
  private X509ExtendedKeyManager keys;
  private SSLEngine engine;

  @BeforeAll
  static void make() throws Exception {
    first = TestCertificate.make(directory, "EC").files();
    second = TestCertificate.make(directory, "EC").files();
  }

  @BeforeEach
  void start() throws Exception {
    Path own = Files.createTempDirectory(directory, "used");
    used = new TlsFiles("MAILBOX_SMTP_TLS", own.resolve("chain.pem"), own.resolve("key.pem"));
    put(first);
    keys =
        (X509ExtendedKeyManager) ServerTls.keys(new RenewedKeys(used, clock)).getKeyManagers()[0];
    engine = SSLContext.getDefault().createSSLEngine();
    log.start();
    logger().addAppender(log);
  }

  @AfterEach
  void stop() {
    logger().detachAppender(log);
  }

  private static Logger logger() {
    return (Logger) LoggerFactory.getLogger(RenewedKeys.class);
  }

  private void put(TlsFiles pair) throws IOException {
    Files.copy(pair.certificateChain(), used.certificateChain(), REPLACE_EXISTING);
    Files.copy(pair.privateKey(), used.privateKey(), REPLACE_EXISTING);
  }

  /** As a handshake does. */
  private void assertUsed(TlsFiles pair) throws IOException {
    String alias = keys.chooseEngineServerAlias("EC", null, engine);
    assertNotNull(alias);
    assertArrayEquals(pair.load().getCertificateChain(), keys.getCertificateChain(alias));
    assertEquals(pair.load().getPrivateKey(), keys.getPrivateKey(alias));
  }

  private List<String> warnings() {
    return log.list.stream()
        .filter(event -> event.getLevel() == Level.WARN)
        .map(ILoggingEvent::getFormattedMessage)
        .toList();
  }

  @Test
  void changed_files_are_read_again_after_the_interval_and_not_before() throws IOException {
    put(second);
    clock.advance(RenewedKeys.LOOK_EVERY.minusMillis(1));
    assertUsed(first);
    clock.advance(Duration.ofMillis(1));
    assertUsed(second);
    assertEquals(List.of(), warnings());
  }

  @Test
  void a_handshake_ends_with_the_certificate_it_began_with() throws IOException {
    String begun = keys.chooseEngineServerAlias("EC", null, engine);
    assertNotNull(begun);
    assertArrayEquals(first.load().getCertificateChain(), keys.getCertificateChain(begun));
    put(second);
    clock.advance(RenewedKeys.LOOK_EVERY);
    assertUsed(second);
    assertArrayEquals(first.load().getCertificateChain(), keys.getCertificateChain(begun));
    assertEquals(first.load().getPrivateKey(), keys.getPrivateKey(begun));
  }

  @Test
  void half_written_files_leave_the_certificate_in_use_and_are_logged_once() throws IOException {
    Files.copy(second.certificateChain(), used.certificateChain(), REPLACE_EXISTING);
    for (int look = 0; look < 3; look++) {
      clock.advance(RenewedKeys.LOOK_EVERY);
      assertUsed(first);
    }
    assertEquals(1, warnings().size(), warnings().toString());
    assertTrue(warnings().get(0).contains("MAILBOX_SMTP_TLS_KEY: "), warnings().get(0));
    put(second);
    clock.advance(RenewedKeys.LOOK_EVERY);
    assertUsed(second);
    assertEquals(1, warnings().size(), warnings().toString());
  }

  @Test
  void files_that_are_gone_or_broken_leave_the_certificate_in_use() throws IOException {
    Files.delete(used.privateKey());
    clock.advance(RenewedKeys.LOOK_EVERY);
    assertUsed(first);
    Files.writeString(used.privateKey(), "-----BEGIN PRIVATE KEY-----\n====\n");
    clock.advance(RenewedKeys.LOOK_EVERY);
    assertUsed(first);
    assertEquals(2, warnings().size(), warnings().toString());
  }

  @Test
  void it_offers_no_certificate_for_another_type_of_key() {
    assertNull(keys.chooseEngineServerAlias("RSA", null, engine));
    assertNull(keys.getPrivateKey("other"));
  }
}
