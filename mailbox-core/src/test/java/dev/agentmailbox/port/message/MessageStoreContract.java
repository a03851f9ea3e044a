package dev.agentmailbox.port.message;

import static dev.agentmailbox.port.MessageFixture.message;
import static dev.agentmailbox.port.StoreFixtures.FOUR;
import static dev.agentmailbox.port.StoreFixtures.ONE;
import static dev.agentmailbox.port.StoreFixtures.THREE;
import static dev.agentmailbox.port.StoreFixtures.TWO;
import static dev.agentmailbox.port.StoreFixtures.at;
import static dev.agentmailbox.port.StoreFixtures.body;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.message.Extracted;
import dev.agentmailbox.message.MailAddress;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.message.MessageBody;
import dev.agentmailbox.port.MessageFixture;
import dev.agentmailbox.port.SendFixture;
import dev.agentmailbox.port.StoreContract;
import dev.agentmailbox.port.StoreFixtures;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The promises of {@link MessageStore} but its lists; {@link MessageRangeContract} has those. */
public interface MessageStoreContract extends StoreContract {
  @Test
  default void a_message_is_found_as_it_was_written() {
    StoreFixtures.world(store());
    Message written = MessageFixture.full(ONE, "msg_1").at(at(1)).build();
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("subject", "Sübject");
    headers.put("received", "one\ntwo");
    MessageBody body =
        new MessageBody(
            List.of(MailAddress.bare("r@b.test")),
            "Text €",
            "<p>€</p>",
            "T",
            "<p>T</p>",
            headers,
            new Extracted(
                List.of(new Extracted.Code("482913", "Your code is 482913")),
                List.of(new Extracted.Link("https://a.test/verify?token=1", "Confirm"))));
    change(tx -> tx.messages().insert(written, body));

    assertEquals(Optional.of(written), read(tx -> tx.messages().find(ONE, "msg_1")));
    assertEquals(List.of(written), read(tx -> tx.messages().findAll(ONE, List.of("msg_1"))));
    assertEquals(Optional.of(body), read(tx -> tx.messages().body(ONE, "msg_1")));
    assertEquals(
        Optional.of(new MessageStore.WithBody(written, body)),
        read(tx -> tx.messages().findWithBody(ONE, ONE.id(), "msg_1")));
  }

  @Test
  default void a_message_that_names_almost_nothing_is_found_as_it_was_written() {
    StoreFixtures.world(store());
    Message written = MessageFixture.empty(ONE, "msg_1").build();
    MessageBody body = new MessageBody(List.of(), null, null, null, null, Map.of());
    change(tx -> tx.messages().insert(written, body));

    assertEquals(Optional.of(written), read(tx -> tx.messages().find(ONE, "msg_1")));
    assertEquals(Optional.of(body), read(tx -> tx.messages().body(ONE, "msg_1")));
  }

  @Test
  default void a_long_body_is_kept_whole() {
    StoreFixtures.world(store());
    MessageBody body = body("äbc ".repeat(500_000));
    change(tx -> tx.messages().insert(message(ONE, "msg_1").build(), body));

    assertEquals(Optional.of(body), read(tx -> tx.messages().body(ONE, "msg_1")));
  }

  @Test
  default void a_message_is_seen_from_its_own_inbox_only() {
    StoreFixtures.world(store());
    change(tx -> message(ONE, "msg_1").insert(tx));

    for (Scope other : List.of(TWO, THREE, FOUR)) {
      assertFalse(holds(tx -> tx.messages().find(other, "msg_1").isPresent()));
      assertFalse(holds(tx -> tx.messages().body(other, "msg_1").isPresent()));
      assertFalse(holds(tx -> tx.messages().findWithBody(other, other.id(), "msg_1").isPresent()));
      assertEquals(List.of(), read(tx -> tx.messages().findAll(other, List.of("msg_1"))));
      assertEquals(List.of(), read(tx -> tx.messages().range(other, visible(), ALL)));
    }
    assertEquals(Optional.empty(), read(tx -> tx.messages().find(ONE, "msg_missing")));
    assertEquals(Optional.empty(), read(tx -> tx.messages().body(ONE, "msg_missing")));
    assertEquals(
        Optional.empty(), read(tx -> tx.messages().findWithBody(ONE, ONE.id(), "msg_missing")));
  }

  @Test
  default void a_message_with_its_body_is_found_from_every_scope_that_contains_its_inbox() {
    StoreFixtures.world(store());
    change(tx -> message(ONE, "msg_1").insert(tx));
    String org = ONE.organizationId();

    for (Scope around :
        List.of(Scope.organization(org), Scope.pod(org, ONE.pod().orElseThrow()), ONE)) {
      assertTrue(holds(tx -> tx.messages().findWithBody(around, ONE.id(), "msg_1").isPresent()));
      assertFalse(holds(tx -> tx.messages().findWithBody(around, TWO.id(), "msg_1").isPresent()));
    }
    for (Scope other :
        List.of(
            Scope.organization("org_other"),
            Scope.pod(org, "pod_other"),
            Scope.inbox(org, ONE.pod().orElseThrow(), TWO.id()))) {
      assertFalse(holds(tx -> tx.messages().findWithBody(other, ONE.id(), "msg_1").isPresent()));
    }
  }

  @Test
  default void a_message_is_not_seen_from_another_pod() {
    StoreFixtures.world(store());
    change(tx -> message(ONE, "msg_1").insert(tx));
    Scope elsewhere = Scope.inbox(ONE.organizationId(), "pod_other", ONE.id());

    assertEquals(Optional.empty(), read(tx -> tx.messages().find(elsewhere, "msg_1")));
    assertEquals(Optional.empty(), read(tx -> tx.messages().body(elsewhere, "msg_1")));
    assertEquals(
        Optional.empty(), read(tx -> tx.messages().findWithBody(elsewhere, ONE.id(), "msg_1")));
  }

  @Test
  default void of_many_ids_those_that_exist_are_found() {
    StoreFixtures.world(store());
    change(
        tx -> {
          for (int i = 0; i < 300; i++) {
            message(ONE, "msg_" + i).at(at(i)).insert(tx);
          }
          message(TWO, "msg_of_two").insert(tx);
        });
    List<String> asked = List.of("msg_0", "msg_299", "msg_299", "msg_of_two", "msg_missing");

    List<Message> found = read(tx -> tx.messages().findAll(ONE, asked));
    assertEquals(2, found.size());
    assertEquals(Set.of("msg_0", "msg_299"), Set.copyOf(found.stream().map(Message::id).toList()));
    assertEquals(List.of(), read(tx -> tx.messages().findAll(ONE, List.of())));
  }

  @Test
  default void changed_labels_and_their_time_are_written_and_nothing_else() {
    StoreFixtures.world(store());
    Message message = write(tx -> message(ONE, "msg_1").insert(tx));
    Message other = message(ONE, "msg_1").thread("thr_other").content("other").build();
    change(tx -> tx.messages().updateLabels(other.withLabels(Set.of("received", "mine"), at(9))));

    assertEquals(
        Optional.of(message.withLabels(Set.of("received", "mine"), at(9))),
        read(tx -> tx.messages().find(ONE, "msg_1")));
  }

  @Test
  default void deleted_messages_are_gone_with_body_and_labels() {
    StoreFixtures.world(store());
    change(
        tx -> {
          message(ONE, "msg_1").labels("mine").insert(tx);
          message(ONE, "msg_2").labels("mine").insert(tx);
          message(ONE, "msg_3").labels("mine").insert(tx);
        });
    change(tx -> tx.messages().delete(TWO, List.of("msg_3")));
    change(tx -> tx.messages().delete(ONE, List.of("msg_1", "msg_2", "msg_missing")));
    change(tx -> tx.messages().delete(ONE, List.of()));

    assertEquals(Optional.empty(), read(tx -> tx.messages().find(ONE, "msg_1")));
    assertEquals(Optional.empty(), read(tx -> tx.messages().body(ONE, "msg_1")));
    var labelled = new MessageStore.MessageRange(List.of(0), "mine", null, null, null);
    assertEquals(
        List.of("msg_3"),
        read(tx -> tx.messages().range(ONE, labelled, ALL)).stream().map(Message::id).toList());
  }

  @Test
  default void content_is_named_while_any_message_names_it() {
    StoreFixtures.world(store());
    change(
        tx -> {
          message(ONE, "msg_1").content("shared").insert(tx);
          message(FOUR, "msg_2").content("shared").insert(tx);
        });

    assertFalse(names("other"));
    assertTrue(names("shared"));
    change(tx -> tx.messages().delete(ONE, List.of("msg_1")));
    assertTrue(names("shared"));
    change(tx -> tx.messages().delete(FOUR, List.of("msg_2")));
    assertFalse(names("shared"));
  }

  @Test
  default void content_is_named_by_a_send_too() {
    StoreFixtures.world(store());
    change(
        tx -> {
          SendFixture.send(ONE, "out_1").content("shared").insert(tx);
          message(ONE, "msg_1").content("shared").insert(tx);
        });
    change(tx -> tx.messages().delete(ONE, List.of("msg_1")));

    assertTrue(names("shared"));
  }

  private boolean names(String contentKey) {
    return holds(tx -> tx.messages().namesContent(contentKey));
  }

  private static MessageStore.MessageRange visible() {
    return new MessageStore.MessageRange(List.of(0), null, null, (Instant) null, null);
  }
}
