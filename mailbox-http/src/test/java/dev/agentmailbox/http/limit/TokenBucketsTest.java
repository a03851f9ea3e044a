package dev.agentmailbox.http.limit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.memory.SettableClock;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class TokenBucketsTest {
  private final SettableClock clock = SettableClock.at("2026-01-01T00:00:00Z");

  private static InetAddress address(String text) {
    return AddressRange.literal(text);
  }

  @Test
  void a_full_bucket_can_be_taken_at_once_and_no_more() {
    TokenBuckets<String> buckets = new TokenBuckets<>(600, clock);
    for (int i = 599; i >= 0; i--) {
      TokenBuckets.Decision decision = buckets.take("a");
      assertTrue(decision.allowed());
      assertEquals(i, decision.remaining());
    }
    assertFalse(buckets.take("a").allowed());
    assertTrue(buckets.take("b").allowed());
  }

  @Test
  void what_was_taken_comes_back_evenly() {
    TokenBuckets<String> buckets = new TokenBuckets<>(60, clock);
    for (int i = 0; i < 60; i++) {
      buckets.take("a");
    }
    TokenBuckets.Decision refused = buckets.take("a");
    assertEquals(1, refused.retryAfterSeconds());
    assertEquals(60, refused.resetSeconds());
    clock.advance(Duration.ofSeconds(1));
    assertTrue(buckets.take("a").allowed());
    assertFalse(buckets.take("a").allowed());
    clock.advance(Duration.ofMinutes(10));
    assertEquals(59, buckets.take("a").remaining());
  }

  @Test
  void a_refused_request_costs_nothing() {
    TokenBuckets<String> buckets = new TokenBuckets<>(1, clock);
    assertTrue(buckets.take("a").allowed());
    for (int i = 0; i < 100; i++) {
      assertFalse(buckets.take("a").allowed());
    }
    clock.advance(Duration.ofMinutes(1));
    assertTrue(buckets.take("a").allowed());
  }

  @Test
  void zero_switches_the_limit_off() {
    TokenBuckets<String> buckets = new TokenBuckets<>(0, clock);
    assertFalse(buckets.isOn());
    for (int i = 0; i < 10_000; i++) {
      assertTrue(buckets.take("a").allowed());
    }
  }

  @Test
  void a_range_holds_what_begins_alike() {
    AddressRange range = AddressRange.parse("10.1.2.3/20");
    assertEquals("10.1.0.0/20", range.toString());
    assertTrue(range.contains(address("10.1.15.255")));
    assertFalse(range.contains(address("10.1.16.0")));
    assertFalse(range.contains(address("::1")));
    assertTrue(AddressRange.parse("::/0").contains(address("2001:db8::1")));
    assertEquals(AddressRange.parse("127.0.0.1"), AddressRange.parse("127.0.0.1/32"));
  }

  // spec Rates.10
  @Test
  void a_network_range_is_24_bits_of_ipv4_and_48_of_ipv6() {
    assertEquals("192.0.2.0/24", AddressRange.ofNetwork(address("192.0.2.77")).toString());
    AddressRange six = AddressRange.ofNetwork(address("2001:db8:7:1::9"));
    assertTrue(six.contains(address("2001:db8:7:ffff::1")));
    assertFalse(six.contains(address("2001:db8:8::1")));
  }

  @Test
  void a_name_is_no_address_and_is_never_looked_up() {
    for (String text :
        List.of("localhost", "example.com", "", "1", "127.1", "1.2.3.4.5", "10.0.0.0/33", "a/8")) {
      assertThrows(IllegalArgumentException.class, () -> AddressRange.parse(text), text);
    }
  }

  @Test
  void the_client_is_the_first_address_from_the_right_that_is_not_ours() {
    TrustedProxies proxies =
        new TrustedProxies(List.of(AddressRange.parse("10.0.0.0/8"), AddressRange.parse("::1")));
    InetAddress proxy = address("10.0.0.1");
    assertEquals(address("192.0.2.1"), proxies.client(proxy, List.of("9.9.9.9, 192.0.2.1")));
    assertEquals(
        address("192.0.2.1"), proxies.client(proxy, List.of("192.0.2.1, 10.0.0.2", "10.0.0.3")));
    assertEquals(address("10.0.0.2"), proxies.client(proxy, List.of("10.0.0.2")));
    assertEquals(proxy, proxies.client(proxy, List.of()));
    assertEquals(proxy, proxies.client(proxy, List.of("unknown")));
  }

  @Test
  void a_stranger_is_not_believed() {
    TrustedProxies proxies = new TrustedProxies(List.of(AddressRange.parse("10.0.0.0/8")));
    InetAddress stranger = address("198.51.100.1");
    assertEquals(stranger, proxies.client(stranger, List.of("192.0.2.1")));
  }
}
