package dev.agentmailbox.sending;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.agentmailbox.port.SendFixture;
import dev.agentmailbox.port.StoreFixtures;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class SendStatusTest {
  /** The state table of the specification and of the decisions, written once more by hand. */
  private static final Map<SendStatus, Set<SendStatus>> TABLE =
      Map.of(
          SendStatus.PENDING_APPROVAL,
          EnumSet.of(
              SendStatus.SCHEDULED,
              SendStatus.SENDING,
              SendStatus.CANCELLED,
              SendStatus.REJECTED,
              SendStatus.BLOCKED),
          SendStatus.SCHEDULED,
          EnumSet.of(
              SendStatus.PENDING_APPROVAL,
              SendStatus.SENDING,
              SendStatus.CANCELLED,
              SendStatus.BLOCKED),
          SendStatus.SENDING,
          EnumSet.of(
              SendStatus.SENT, SendStatus.FAILED, SendStatus.PENDING_APPROVAL, SendStatus.BLOCKED));

  @Test
  void every_transition_is_in_the_table_and_no_other() {
    for (SendStatus from : SendStatus.values()) {
      Set<SendStatus> next =
          Arrays.stream(SendStatus.values()).filter(from::mayBecome).collect(Collectors.toSet());
      assertEquals(TABLE.getOrDefault(from, Set.of()), next, from.name());
    }
  }

  @Test
  void a_status_is_final_when_nothing_can_follow() {
    for (SendStatus status : SendStatus.values()) {
      assertEquals(!TABLE.containsKey(status), status.isFinal(), status.name());
    }
  }

  @Test
  void a_status_never_becomes_itself() {
    for (SendStatus status : SendStatus.values()) {
      assertFalse(status.mayBecome(status));
    }
  }

  @Test
  void a_send_refuses_every_other_transition() {
    for (SendStatus from : SendStatus.values()) {
      Send send = SendFixture.send(StoreFixtures.ONE, "out_1").status(from).build();
      for (SendStatus next : SendStatus.values()) {
        if (next == from || from.mayBecome(next)) {
          assertEquals(next, send.change().status(next).at(StoreFixtures.at(1)).status());
        } else {
          assertThrows(IllegalStateException.class, () -> send.change().status(next));
        }
      }
    }
  }

  @Test
  void wire_names_are_those_of_the_specification() {
    assertEquals(
        "pending_approval scheduled sending sent cancelled rejected blocked failed",
        Arrays.stream(SendStatus.values())
            .map(SendStatus::wireName)
            .collect(Collectors.joining(" ")));
  }

  @Test
  void a_send_says_nothing_of_its_content() {
    Send send = SendFixture.send(StoreFixtures.ONE, "out_1").build();
    assertEquals("Send[out_1 SENDING]", send.toString());
  }
}
