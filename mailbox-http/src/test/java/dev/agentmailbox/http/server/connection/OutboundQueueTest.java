package dev.agentmailbox.http.server.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class OutboundQueueTest {
  private static final int MESSAGE = 16 * 1024;

  private final OutboundQueue queue = new OutboundQueue();

  @Test
  void a_client_may_be_exactly_a_mebibyte_behind() {
    for (int i = 0; i < OutboundQueue.MAX_LAG_BYTES / MESSAGE; i++) {
      assertTrue(queue.add(new byte[MESSAGE]));
    }
    assertFalse(queue.add(new byte[1]));
    assertEquals(OutboundQueue.MAX_LAG_BYTES, queue.lag());
  }

  @Test
  void what_was_handed_over_counts_until_it_is_out() {
    assertTrue(queue.add(new byte[OutboundQueue.MAX_LAG_BYTES]));
    assertNotNull(queue.next());
    assertFalse(queue.add(new byte[1]));
    queue.completed(OutboundQueue.MAX_LAG_BYTES);
    assertTrue(queue.add(new byte[1]));
  }

  @Test
  void only_a_little_is_handed_over_at_a_time() {
    for (int i = 0; i < 8; i++) {
      assertTrue(queue.add(new byte[MESSAGE]));
    }
    for (int i = 0; i < OutboundQueue.MAX_HANDED_BYTES / MESSAGE; i++) {
      assertNotNull(queue.next());
    }
    assertNull(queue.next());
    queue.completed(MESSAGE);
    assertNotNull(queue.next());
  }
}
