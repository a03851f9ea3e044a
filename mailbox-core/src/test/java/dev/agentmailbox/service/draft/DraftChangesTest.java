package dev.agentmailbox.service.draft;

import static dev.agentmailbox.fixture.Refusals.refused;
import static dev.agentmailbox.fixture.SendingFixture.CALLER;
import static dev.agentmailbox.fixture.SendingFixture.INBOX;
import static dev.agentmailbox.fixture.SendingFixture.file;
import static dev.agentmailbox.port.StoreFixtures.ONE;
import static dev.agentmailbox.port.StoreFixtures.ORG_A;
import static dev.agentmailbox.port.StoreFixtures.START;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.agentmailbox.draft.Draft;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.fixture.SendingFixture;
import dev.agentmailbox.message.Attachment;
import dev.agentmailbox.service.message.LabelChange;
import dev.agentmailbox.service.sending.MailInput;
import dev.agentmailbox.usage.Counter;
import dev.agentmailbox.usage.UsageDay;
import java.io.IOException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Changing drafts, and the storage they take. */
class DraftChangesTest {
  private final DraftingFixture drafting = new DraftingFixture();
  private final SendingFixture fixture = drafting.sending;
  private final Drafts drafts = fixture.drafts;

  private long storage() {
    return fixture.read(tx -> tx.inboxes().find(ONE, INBOX).orElseThrow().storedBytes());
  }

  @Test
  void a_change_replaces_what_it_names_and_leaves_the_rest() throws IOException {
    DraftView made =
        drafting.create(
            MailInput.from(INBOX)
                .to("a@example.com")
                .cc(List.of("c@example.com"))
                .subject("One")
                .text("Text")
                .html("<p>Html</p>")
                .labels(List.of("one"))
                .attach(file("a.txt", "first"))
                .attach(file("b.txt", "second"))
                .sendAt(START.plusSeconds(60)));
    Attachment first = made.draft().content().files().get(0);
    fixture.clock.advance(Duration.ofSeconds(5));
    DraftView changed =
        drafting.update(
            made,
            DraftChanges.of(
                    MailInput.from(INBOX)
                        .to(List.of("b@example.com", "d@example.com"))
                        .subject("Two")
                        .html(null)
                        .sendAt(null)
                        .attach(file("c.txt", "third"))
                        .build())
                .removing(List.of(first.id()))
                .labels(new LabelChange(List.of("two"), List.of("one"))));
    Draft draft = changed.draft();
    assertEquals(List.of("b@example.com", "d@example.com"), draft.content().recipients().to());
    assertEquals(List.of("c@example.com"), draft.content().recipients().cc());
    assertEquals("Two", draft.content().subject());
    assertEquals("Text", changed.body().text());
    assertNull(changed.body().html());
    assertNull(draft.content().sendAt());
    assertEquals(List.of("b.txt", "c.txt"), DraftingFixture.names(draft));
    assertEquals(Set.of("draft", "two"), draft.content().labels());
    assertEquals(START, draft.createdAt());
    assertEquals(START.plusSeconds(5), draft.updatedAt());
    assertEquals(changed, drafting.get(made));
    assertEquals(
        ErrorCode.NOT_FOUND,
        refused(() -> drafting.download(draft, first)).code(),
        "the file is gone");
    assertEquals(0, drafting.records.leftOver(), "its content went with it");
  }

  @Test
  void drafts_count_as_storage_until_they_are_gone() throws IOException {
    DraftView made =
        drafting.create(MailInput.from(INBOX).text("12345").attach(file("a", "1234567")));
    assertEquals(12, storage());
    drafting.update(made, MailInput.from(INBOX).text("1ä").attach(file("b", "1")));
    assertEquals(11, storage());
    drafts.delete(CALLER, INBOX, made.draft().id());
    assertEquals(0, storage());
    LocalDate today = fixture.context.today();
    assertEquals(
        0L, fixture.read(tx -> tx.usage().storedBytes(ORG_A.organizationId(), INBOX)).longValue());
    UsageDay day =
        fixture.read(tx -> tx.usage().days(ORG_A.organizationId(), INBOX, today, today)).get(0);
    assertEquals(12, day.get(Counter.STORAGE_BYTES), "what was given back is not taken off");
    assertEquals(12, day.get(Counter.REMOVED_BYTES));
    assertEquals(0, drafting.records.leftOver());
    assertEquals(ErrorCode.NOT_FOUND, refused(() -> drafting.get(made)).code());
  }
}
