package dev.agentmailbox.port.sending;

import static dev.agentmailbox.port.DraftFixture.draft;
import static dev.agentmailbox.port.StoreFixtures.INBOXES;
import static dev.agentmailbox.port.StoreFixtures.ONE;
import static dev.agentmailbox.port.StoreFixtures.ORG_A;
import static dev.agentmailbox.port.StoreFixtures.POD_P;
import static dev.agentmailbox.port.StoreFixtures.TWO;
import static dev.agentmailbox.port.StoreFixtures.at;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.draft.Draft;
import dev.agentmailbox.draft.DraftBody;
import dev.agentmailbox.draft.DraftSubmission;
import dev.agentmailbox.page.PagePosition;
import dev.agentmailbox.port.DraftFixture;
import dev.agentmailbox.port.PageWalk;
import dev.agentmailbox.port.Race;
import dev.agentmailbox.port.SendFixture;
import dev.agentmailbox.port.StoreContract;
import dev.agentmailbox.port.StoreFixtures;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.sending.SendStatus;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The promises of {@link DraftStore}. */
public interface DraftStoreContract extends StoreContract {
  private Optional<Draft> find(Scope scope, String id) {
    return read(tx -> tx.drafts().find(scope, id));
  }

  private boolean names(String contentKey) {
    return holds(tx -> tx.messages().namesContent(contentKey));
  }

  @Test
  default void a_draft_is_found_as_it_was_written() {
    StoreFixtures.world(store());
    Draft plain = write(tx -> draft(ONE, "drf_1").insert(tx));
    Draft full =
        write(
            tx ->
                draft(ONE, "drf_2")
                    .client("mine")
                    .file("att_1", "key_1")
                    .file("att_2", "key_2")
                    .replyTo("msg_1")
                    .insert(tx));

    assertEquals(Optional.of(plain), find(ONE, "drf_1"));
    assertEquals(Optional.of(full), find(ORG_A, "drf_2"));
    assertEquals(Optional.of(full), write(tx -> tx.drafts().lock(POD_P, "drf_2")));
    assertEquals(Optional.of(DraftFixture.BODY), read(tx -> tx.drafts().body(ONE, "drf_1")));
    assertEquals(Optional.empty(), find(ORG_A, "drf_missing"));
    assertEquals(Optional.empty(), read(tx -> tx.drafts().body(ONE, "drf_missing")));
  }

  @Test
  default void a_draft_is_seen_from_its_own_scopes_only() {
    StoreFixtures.world(store());
    write(tx -> draft(ONE, "drf_1").file("att_1", "key_1").insert(tx));

    assertSeenLikeInboxOne(s -> find(s, "drf_1").isPresent());
    assertSeenLikeInboxOne(s -> attempt(tx -> tx.drafts().lock(s, "drf_1").isPresent()));
    assertSeenLikeInboxOne(s -> holds(tx -> tx.drafts().body(s, "drf_1").isPresent()));
    assertSeenLikeInboxOne(s -> holds(tx -> tx.drafts().findByAttachment(s, "att_1").isPresent()));
    assertSeenLikeInboxOne(s -> holds(tx -> !tx.drafts().list(s, null, null, ALL).isEmpty()));
  }

  @Test
  default void a_client_id_is_taken_once_in_each_inbox() {
    StoreFixtures.world(store());
    Draft first = write(tx -> draft(ONE, "drf_1").client("mine").insert(tx));

    assertFalse(
        attempt(tx -> tx.drafts().insert(draft(ONE, "drf_2").client("mine").build(), body())));
    assertTrue(
        attempt(tx -> tx.drafts().insert(draft(TWO, "drf_3").client("mine").build(), body())));
    assertEquals(Optional.empty(), find(ONE, "drf_2"));
    assertEquals(Optional.of(first), read(tx -> tx.drafts().findByClientId(ONE, "mine")));
    assertEquals(Optional.empty(), read(tx -> tx.drafts().findByClientId(ONE, "other")));
    change(tx -> tx.drafts().delete(ONE, "drf_1"));
    assertTrue(
        attempt(tx -> tx.drafts().insert(draft(ONE, "drf_4").client("mine").build(), body())));
  }

  private static DraftBody body() {
    return new DraftBody(null, null);
  }

  @Test
  default void of_many_drafts_with_one_client_id_exactly_one_is_made() {
    StoreFixtures.world(store());

    List<Boolean> won =
        Race.run(
            i ->
                attempt(
                    tx ->
                        tx.drafts().insert(draft(ONE, "drf_" + i).client("mine").build(), body())));

    assertEquals(1, Race.wins(won));
    assertEquals(
        Optional.of("drf_" + won.indexOf(true)),
        read(tx -> tx.drafts().findByClientId(ONE, "mine")).map(Draft::id));
  }

  @Test
  default void pages_do_not_lose_drafts_of_one_time_at_any_level() {
    StoreFixtures.world(store());
    change(
        tx -> {
          for (int i = 0; i < 24; i++) {
            draft(INBOXES.get(i % 4), id(i)).at(at(i / 5)).insert(tx);
          }
        });

    for (Scope scope : List.of(ORG_A, POD_P, ONE)) {
      PageWalk.assertOrder(
          IntStream.range(0, 24).filter(i -> isIn(scope, i)).mapToObj(this::id).toList(),
          page -> read(tx -> tx.drafts().list(scope, null, null, page)),
          draft -> new PagePosition(draft.createdAt(), draft.id()));
      PageWalk.assertOrder(
          IntStream.range(5, 15).filter(i -> isIn(scope, i)).mapToObj(this::id).toList(),
          page -> read(tx -> tx.drafts().list(scope, at(1), at(3), page)),
          draft -> new PagePosition(draft.createdAt(), draft.id()));
    }
  }

  private static boolean isIn(Scope scope, int i) {
    Scope inbox = INBOXES.get(i % 4);
    return scope.contains(inbox.organizationId(), inbox.podId(), inbox.inboxId());
  }

  private String id(int i) {
    return "drf_%02d".formatted(i);
  }

  @Test
  default void an_update_replaces_what_the_author_may_change_and_renames_the_content() {
    StoreFixtures.world(store());
    write(tx -> draft(ONE, "drf_1").file("att_1", "key_1").file("att_2", "key_2").insert(tx));
    Draft changed =
        draft(ONE, "drf_1").revision(2).file("att_2", "key_2").file("att_3", "key_3").build();
    DraftBody body = new DraftBody("Other words", null);
    change(tx -> tx.drafts().update(changed, body));

    assertEquals(Optional.of(changed), find(ONE, "drf_1"));
    assertEquals(Optional.of(body), read(tx -> tx.drafts().body(ONE, "drf_1")));
    assertFalse(names("key_1"));
    assertTrue(names("key_2"));
    assertTrue(names("key_3"));
    assertEquals(Optional.empty(), read(tx -> tx.drafts().findByAttachment(ONE, "att_1")));
    assertEquals(
        Optional.of("drf_1"),
        read(tx -> tx.drafts().findByAttachment(ONE, "att_3")).map(Draft::id));
  }

  @Test
  default void a_draft_that_is_gone_stays_gone() {
    StoreFixtures.world(store());
    Draft draft = draft(ONE, "drf_1").file("att_1", "key_1").build();
    change(
        tx -> {
          tx.drafts().update(draft, body());
          tx.drafts().submit(draft);
          tx.drafts().delete(ONE, "drf_1");
        });

    assertEquals(Optional.empty(), find(ONE, "drf_1"));
    assertFalse(names("key_1"));
  }

  @Test
  default void a_deleted_draft_names_no_content() {
    StoreFixtures.world(store());
    write(tx -> draft(ONE, "drf_1").file("att_1", "key_1").insert(tx));
    write(tx -> draft(TWO, "drf_2").file("att_2", "key_2").insert(tx));
    change(tx -> tx.drafts().delete(TWO, "drf_1"));
    assertTrue(find(ONE, "drf_1").isPresent(), "another scope deletes nothing");
    change(tx -> tx.drafts().delete(ONE, "drf_1"));

    assertEquals(Optional.empty(), find(ONE, "drf_1"));
    assertEquals(Optional.empty(), read(tx -> tx.drafts().body(ONE, "drf_1")));
    assertEquals(List.of(), read(tx -> tx.drafts().list(ONE, null, null, ALL)));
    assertFalse(names("key_1"));
    assertTrue(names("key_2"));
  }

  @Test
  default void a_draft_tells_where_its_last_send_stands() {
    StoreFixtures.world(store());
    Draft draft = write(tx -> draft(ONE, "drf_1").insert(tx));
    Send send = write(tx -> SendFixture.send(ONE, "out_1").status(SendStatus.SCHEDULED).insert(tx));
    Draft submitted = draft.withSubmission(DraftSubmission.of(send), at(5));
    change(tx -> tx.drafts().submit(submitted));
    assertEquals(Optional.of(submitted), find(ONE, "drf_1"));

    change(tx -> tx.sends().update(send.change().status(SendStatus.CANCELLED).at(at(6))));
    Draft cancelled =
        draft.withSubmission(new DraftSubmission("out_1", SendStatus.CANCELLED), at(5));
    assertEquals(Optional.of(cancelled), find(ONE, "drf_1"));
    assertEquals(List.of(cancelled), read(tx -> tx.drafts().list(ONE, null, null, ALL)));

    Draft changed = draft(ONE, "drf_1").revision(2).build();
    change(tx -> tx.drafts().update(changed, body()));
    assertEquals(
        Optional.of("out_1"),
        find(ONE, "drf_1").map(Draft::submission).map(DraftSubmission::sendId),
        "an update leaves the submission alone");
  }
}
