package dev.agentmailbox.server.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class AddressGuardTest {
  private static boolean isPublic(String address) throws UnknownHostException {
    return AddressGuard.PUBLIC_ONLY.allows(InetAddress.getAllByName(address)[0]);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0.0.0.0",
        "0.1.2.3",
        "10.0.0.1",
        "10.255.255.255",
        "100.64.0.1",
        "100.127.255.255",
        "127.0.0.1",
        "127.255.255.255",
        "169.254.169.254",
        "172.16.0.1",
        "172.31.255.255",
        "192.0.0.1",
        "192.0.0.8",
        "192.0.2.1",
        "192.31.196.1",
        "192.52.193.1",
        "192.88.99.1",
        "192.168.0.1",
        "192.175.48.1",
        "198.18.0.1",
        "198.19.255.255",
        "198.51.100.7",
        "203.0.113.9",
        "224.0.0.1",
        "239.255.255.255",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::7f00:1",
        "::ffff:127.0.0.1",
        "::ffff:a9fe:a9fe",
        "64:ff9b::7f00:1",
        "64:ff9b::a9fe:a9fe",
        "64:ff9b:1::7f00:1",
        "100::1",
        "2001::1",
        "2001:20::1",
        "2001:1ff::1",
        "2001:db8::1",
        "2002:7f00:1::",
        "2002:808:808::",
        "2620:4f:8000::1",
        "3fff::1",
        "5f00::1",
        "fc00::1",
        "fd00:ec2::254",
        "fe80::1",
        "fec0::1",
        "ff02::1"
      })
  void special_addresses_are_refused(String address) throws Exception {
    assertFalse(isPublic(address));
    assertTrue(AddressGuard.ANYWHERE.allows(InetAddress.getAllByName(address)[0]));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1.1.1.1",
        "8.8.8.8",
        "9.255.255.255",
        "11.0.0.1",
        "100.63.255.255",
        "100.128.0.1",
        "126.1.1.1",
        "128.0.0.1",
        "169.253.1.1",
        "172.15.255.255",
        "172.32.0.1",
        "192.0.1.1",
        "192.31.195.1",
        "192.167.1.1",
        "198.17.255.255",
        "198.20.0.1",
        "223.255.255.255",
        "2606:4700:4700::1111",
        "2a00:1450:4001::1",
        "64:ff9b::808:808",
        "2001:200::1",
        "2003::1",
        "2620:4f:8001::1",
        "3ffe:ffff::1"
      })
  void public_addresses_are_allowed(String address) throws Exception {
    assertTrue(isPublic(address));
  }

  @Test
  void a_translated_address_is_judged_by_the_one_inside() throws Exception {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    byte[] four = new byte[4];
    for (int i = 0; i < 10_000; i++) {
      random.nextBytes(four);
      byte[] six = new byte[16];
      six[1] = 0x64;
      six[2] = (byte) 0xff;
      six[3] = (byte) 0x9b;
      System.arraycopy(four, 0, six, 12, 4);
      assertEquals(
          AddressGuard.PUBLIC_ONLY.allows(InetAddress.getByAddress(four)),
          AddressGuard.PUBLIC_ONLY.allows(InetAddress.getByAddress(six)),
          "seed " + seed);
    }
  }
}
