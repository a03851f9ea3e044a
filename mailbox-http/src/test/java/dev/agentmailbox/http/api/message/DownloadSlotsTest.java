package dev.agentmailbox.http.api.message;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.http.api.common.Links;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DownloadSlotsTest {
  private final DownloadSlots slots = new DownloadSlots();

  private static InetAddress address(int number) throws UnknownHostException {
    return InetAddress.getByAddress(new byte[] {10, 0, 0, (byte) number});
  }

  private static Links.Target file(String organization, int number) {
    return new Links.Target(
        Scope.inbox(organization, "pod_1", "inbox"), "msg_" + number, Optional.of("att_1"));
  }

  private void assertFull(InetAddress client, Links.Target target) {
    MailboxException refusal =
        assertThrows(MailboxException.class, () -> slots.take(client, target));
    assertEquals(ErrorCode.RATE_LIMITED, refusal.code());
  }

  @Test
  void a_link_is_downloaded_eight_times_at_once_and_not_nine() throws Exception {
    DownloadSlots.Slot first = slots.take(address(0), file("org_1", 1));
    for (int i = 1; i < DownloadSlots.MAX_OF_LINK; i++) {
      slots.take(address(i), file("org_1", 1));
    }
    assertFull(address(99), file("org_1", 1));
    slots.take(address(99), file("org_1", 2)).free();
    first.free();
    first.free();
    slots.take(address(99), file("org_1", 1));
    assertFull(address(99), file("org_1", 1));
  }

  @Test
  void an_address_downloads_sixteen_files_at_once_and_not_seventeen() throws Exception {
    for (int i = 0; i < DownloadSlots.MAX_OF_ADDRESS; i++) {
      slots.take(address(1), file("org_" + i, i));
    }
    assertFull(address(1), file("org_other", 1));
    slots.take(address(2), file("org_other", 1));
  }

  @Test
  void an_organization_has_sixty_four_downloads_at_once_and_not_one_more() throws Exception {
    for (int i = 0; i < DownloadSlots.MAX_OF_ORGANIZATION; i++) {
      slots.take(address(i), file("org_1", i));
    }
    assertFull(address(99), file("org_1", 99));
    slots.take(address(99), file("org_2", 99));
  }

  @Test
  void the_end_of_the_bytes_frees_the_slot() throws IOException {
    for (int i = 0; i < DownloadSlots.MAX_OF_LINK + 1; i++) {
      DownloadSlots.Slot slot = slots.take(address(1), file("org_1", 1));
      slot.around(InputStream.nullInputStream()).close();
    }
  }
}
