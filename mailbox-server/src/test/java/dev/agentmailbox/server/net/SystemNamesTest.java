package dev.agentmailbox.server.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SystemNamesTest {
  private static final Duration LONG = Duration.ofDays(1);

  @Test
  void a_look_up_that_hangs_ends_with_its_time() {
    CountDownLatch never = new CountDownLatch(1);
    try (SystemNames names =
        new SystemNames(
            host -> {
              try {
                never.await();
              } catch (InterruptedException given) {
                Thread.currentThread().interrupt();
              }
              throw new UnknownHostException(host);
            })) {
      assertThrows(UnknownHostException.class, () -> names.find("a.example", Duration.ofMillis(1)));
    }
  }

  @Test
  void what_the_system_finds_or_does_not_find_is_passed_on() throws Exception {
    InetAddress local = InetAddress.getLoopbackAddress();
    try (SystemNames names = new SystemNames(host -> new InetAddress[] {local})) {
      assertEquals(List.of(local), names.find("a.example", LONG));
    }
    try (SystemNames names =
        new SystemNames(
            host -> {
              throw new UnknownHostException(host);
            })) {
      assertThrows(UnknownHostException.class, () -> names.find("a.example", LONG));
    }
  }
}
