package dev.agentmailbox.message;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.access.Permission;
import dev.agentmailbox.port.MessageFixture;
import dev.agentmailbox.port.StoreFixtures;
import dev.agentmailbox.port.ThreadFixture;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LabelTest {
  // spec Labels.2, Sizes.8
  @Test
  void a_label_is_at_most_64_characters_of_the_allowed_ones() {
    for (String label : List.of("a", "to-do", "a.b/c_d-9", "unread", "0", "x".repeat(64))) {
      assertTrue(Label.isValid(label), label);
    }
    for (String label :
        List.of("", "A", "to do", "ä", "a,b", "a\n", "a:b", "a*", "x".repeat(65), "\u0430")) {
      assertFalse(Label.isValid(label), label);
    }
  }

  // spec Labels.1, SystemLabels.1, SystemLabels.2, SystemLabels.3, SystemLabels.4, SystemLabels.5
  // spec SystemLabels.6, SystemLabels.7, SystemLabels.8, SystemLabels.9
  @Test
  void the_service_alone_sets_and_clears_its_own_labels() {
    for (String label : List.of("received", "sent", "draft", "held", "spam", "blocked", "trash")) {
      assertTrue(Label.isSystem(label), label);
    }
    for (String label : List.of("unread", "important", "mine", "Spam")) {
      assertFalse(Label.isSystem(label), label);
    }
  }

  @Test
  void each_hidden_label_has_a_bit_of_its_own() {
    assertEquals(0, Hidden.bits(Set.of("received", "unread", "held")));
    assertEquals(1, Hidden.bits(Set.of("spam")));
    assertEquals(2, Hidden.bits(Set.of("blocked", "mine")));
    assertEquals(4, Hidden.bits(Set.of("trash")));
    assertEquals(7, Hidden.bits(Set.of("spam", "blocked", "trash")));
  }

  @Test
  void what_is_visible_has_no_bit_that_was_not_included() {
    assertEquals(List.of(0), Hidden.visibleBits(Set.of()));
    assertEquals(List.of(0, 1), Hidden.visibleBits(Set.of(Hidden.SPAM)));
    assertEquals(List.of(0, 2), Hidden.visibleBits(Set.of(Hidden.BLOCKED)));
    assertEquals(
        List.of(0, 1, 4, 5), Hidden.visibleBits(List.of(Hidden.TRASH, Hidden.SPAM, Hidden.SPAM)));
    assertEquals(List.of(0, 1, 2, 3, 4, 5, 6, 7), Hidden.visibleBits(EnumSet.allOf(Hidden.class)));
  }

  // spec Conventions.7
  @Test
  void each_hidden_label_needs_its_own_permission() {
    assertEquals(Permission.LABEL_SPAM_READ, Hidden.SPAM.permission());
    assertEquals(Permission.LABEL_BLOCKED_READ, Hidden.BLOCKED.permission());
    assertEquals(Permission.LABEL_TRASH_READ, Hidden.TRASH.permission());
    assertEquals("trash", Hidden.TRASH.label());
  }

  @Test
  void a_message_knows_what_its_labels_mean() {
    Message message =
        MessageFixture.message(StoreFixtures.ONE, "msg_1").labels("held", "trash", "a").build();
    assertTrue(message.isHeld());
    assertEquals(4, message.hiddenBits());
    assertEquals(List.of("a", "held", "trash"), List.copyOf(message.labels()));

    Message released = message.withLabels(Set.of("received"), StoreFixtures.at(5));
    assertFalse(released.isHeld());
    assertEquals(0, released.hiddenBits());
    assertEquals(StoreFixtures.at(5), released.updatedAt());
    assertEquals(message.createdAt(), released.createdAt());
  }

  @Test
  void messages_and_threads_say_nothing_of_their_content() {
    assertEquals(
        "Message[msg_1]", MessageFixture.message(StoreFixtures.ONE, "msg_1").build().toString());
    assertEquals(
        "MailThread[thr_1]", ThreadFixture.thread(StoreFixtures.ONE, "thr_1").build().toString());
    assertEquals("MessageBody[…]", StoreFixtures.body("secret").toString());
    assertEquals("RawMessage[3 bytes]", RawMessage.of(new byte[3]).toString());
  }
}
