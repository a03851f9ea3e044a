package dev.agentmailbox.service.draft;

import static dev.agentmailbox.fixture.SendingFixture.CALLER;
import static dev.agentmailbox.fixture.SendingFixture.INBOX;
import static dev.agentmailbox.fixture.SendingFixture.keyed;
import static dev.agentmailbox.port.StoreFixtures.ONE;
import static dev.agentmailbox.port.StoreFixtures.START;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.draft.Draft;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.fixture.SendRecords;
import dev.agentmailbox.fixture.SendingFixture;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.Race;
import dev.agentmailbox.service.message.LabelChange;
import dev.agentmailbox.service.request.IdempotentRequest;
import dev.agentmailbox.service.sending.AttachmentInput;
import dev.agentmailbox.service.sending.MailInput;
import dev.agentmailbox.service.sending.SendResult;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One draft, one mail, however many send or change it at once, whatever the store. */
@Timeout(120)
public interface DraftOnceContract {
  LabelChange AS_IT_IS = new LabelChange(List.of(), List.of());

  /** The same fixture at each call of a test, over a store that is empty when the test begins. */
  SendingFixture fixture();

  private Draft create(MailInput.Builder draft) {
    return fixture().drafts.create(CALLER, draft.build(), IdempotentRequest.unkeyed()).draft();
  }

  /** What a racing request was answered: its result, or the reason of its conflict. */
  private static String answer(Supplier<String> request) {
    try {
      return request.get();
    } catch (MailboxException refusal) {
      assertEquals(ErrorCode.CONFLICT, refusal.code());
      return String.valueOf(refusal.details().get("reason"));
    }
  }

  @Test
  default void of_eight_sends_of_one_draft_at_once_exactly_one_is_accepted() {
    Draft draft = create(MailInput.from(INBOX).to("bob@example.com").text("Words."));
    List<String> answers =
        Race.run(
            i ->
                answer(
                    () ->
                        fixture()
                            .drafts
                            .send(CALLER, INBOX, draft.id(), AS_IT_IS, keyed("key-" + i, "body"))
                            .sendId()));
    assertEquals(1, answers.stream().filter(a -> a.startsWith("out_")).count(), () -> answers + "");
    assertEquals(7, answers.stream().filter("send_waiting"::equals).count(), () -> answers + "");
    fixture().outbox.runDue();
    assertEquals(1, fixture().transport.captured().size());
  }

  @Test
  default void what_leaves_is_a_draft_as_it_was_and_not_as_it_was_half_changed() throws Exception {
    Draft draft = create(MailInput.from(INBOX).to("bob@example.com").subject("s0").text("t0"));
    List<String> answers =
        Race.run(
            i ->
                i % 2 == 0
                    ? answer(
                        () ->
                            fixture()
                                .drafts
                                .send(
                                    CALLER,
                                    INBOX,
                                    draft.id(),
                                    AS_IT_IS,
                                    IdempotentRequest.unkeyed())
                                .sendId())
                    : answer(
                        () ->
                            fixture()
                                .drafts
                                .update(
                                    CALLER,
                                    draft.id(),
                                    DraftChanges.of(
                                        MailInput.from(INBOX)
                                            .subject("s" + i)
                                            .text("t" + i)
                                            .build()))
                                .draft()
                                .content()
                                .subject()));
    long accepted = answers.stream().filter(a -> a.startsWith("out_")).count();
    assertTrue(accepted <= 1, () -> answers + "");
    fixture().outbox.runDue();
    assertEquals(accepted, fixture().transport.captured().size());
    if (accepted == 1) {
      String mail = fixture().transport.last().source();
      String number = mail.substring(mail.indexOf("Subject: s") + 10).substring(0, 1);
      assertTrue(mail.contains("\r\n\r\nt" + number), mail);
    }
  }

  @Test
  default void of_eight_drafts_with_one_client_id_one_is_made_and_no_content_is_left()
      throws Exception {
    List<String> ids =
        Race.run(
            i ->
                create(
                        MailInput.from(INBOX)
                            .clientId("mine")
                            .attach(
                                AttachmentInput.of(
                                    "a", "text/plain", ("b" + i).getBytes(StandardCharsets.UTF_8))))
                    .id());
    assertEquals(1, ids.stream().distinct().count());
    assertEquals(
        1,
        fixture().drafts.list(CALLER, ONE, DraftFilter.ALL, PageRequest.first(10)).items().size());
    assertEquals(0, new SendRecords(fixture()).leftOver());
  }

  @Test
  default void a_scheduled_draft_is_written_sent_cancelled_and_sent_again() {
    Draft draft =
        create(
            MailInput.from(INBOX)
                .to("bob@example.com")
                .text("Words.")
                .attach(AttachmentInput.of("a.txt", "text/plain", new byte[] {'a'}))
                .sendAt(START.plusSeconds(60)));
    SendResult first =
        fixture().drafts.send(CALLER, INBOX, draft.id(), AS_IT_IS, IdempotentRequest.unkeyed());
    fixture().sends.cancel(CALLER, first.sendId());
    DraftChanges later =
        DraftChanges.of(MailInput.from(INBOX).sendAt(START.plusSeconds(90)).build());
    fixture().drafts.update(CALLER, draft.id(), later);
    SendResult second =
        fixture().drafts.send(CALLER, INBOX, draft.id(), AS_IT_IS, IdempotentRequest.unkeyed());
    fixture().clock.set(START.plusSeconds(89));
    assertEquals(0, fixture().outbox.runDue());
    fixture().clock.set(START.plusSeconds(90));
    assertEquals(1, fixture().outbox.runDue());
    assertEquals(second.sendId(), fixture().transport.last().sendId());
    assertEquals(Optional.empty(), fixture().read(tx -> tx.drafts().find(ONE, draft.id())));
  }
}
