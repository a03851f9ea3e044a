package dev.agentmailbox.service.draft;

import static dev.agentmailbox.fixture.Refusals.assertConflict;
import static dev.agentmailbox.fixture.SendingFixture.CALLER;
import static dev.agentmailbox.fixture.SendingFixture.INBOX;
import static dev.agentmailbox.port.StoreFixtures.ORG_A;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.agentmailbox.draft.Draft;
import dev.agentmailbox.fixture.SendRecords;
import dev.agentmailbox.fixture.SendingFixture;
import dev.agentmailbox.message.Attachment;
import dev.agentmailbox.mime.read.MimeReader;
import dev.agentmailbox.mime.read.ParsedAttachment;
import dev.agentmailbox.mime.read.ParsedMessage;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.sending.SendStatus;
import dev.agentmailbox.service.message.LabelChange;
import dev.agentmailbox.service.request.IdempotentRequest;
import dev.agentmailbox.service.sending.MailInput;
import dev.agentmailbox.service.sending.SendResult;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Where drafts of inbox one are written, changed and sent, on a clock that is moved by hand. */
final class DraftingFixture {
  static final LabelChange AS_IT_IS = new LabelChange(List.of(), List.of());

  final SendingFixture sending = new SendingFixture();
  final SendRecords records = new SendRecords(sending);

  static MailInput.Builder plain() {
    return MailInput.from(INBOX).to("bob@example.com").subject("Hello").text("Some words.");
  }

  DraftView create(MailInput.Builder draft) {
    return sending.drafts.create(CALLER, draft.build(), IdempotentRequest.unkeyed());
  }

  /** A new draft, without its body. */
  Draft draft(MailInput.Builder draft) {
    return create(draft).draft();
  }

  DraftView update(DraftView draft, MailInput.Builder changes) {
    return update(draft, DraftChanges.of(changes.build()));
  }

  DraftView update(DraftView draft, DraftChanges changes) {
    return sending.drafts.update(CALLER, draft.draft().id(), changes);
  }

  DraftView get(DraftView draft) {
    return sending.drafts.get(CALLER, ORG_A, draft.draft().id());
  }

  byte[] download(Draft draft, Attachment file) throws IOException {
    try (var bytes = sending.drafts.download(draft.scope(), draft.id(), file.id()).bytes()) {
      return bytes.readAllBytes();
    }
  }

  SendResult submit(Draft draft) {
    return sending.drafts.send(CALLER, INBOX, draft.id(), AS_IT_IS, IdempotentRequest.unkeyed());
  }

  /** Submits and hands over. */
  Send send(Draft draft) {
    SendResult result = submit(draft);
    sending.outbox.runDue();
    return sending.get(result.sendId());
  }

  /** The draft as it is stored now; empty when it is gone. */
  Optional<Draft> now(Draft draft) {
    return sending.read(tx -> tx.drafts().find(ORG_A, draft.id()));
  }

  /** What the draft shows of its send. */
  Optional<SendStatus> shown(Draft draft) {
    return now(draft).orElseThrow().sendStatus();
  }

  /** The newest mail that left. */
  ParsedMessage handedOver() throws IOException {
    return new MimeReader().read(sending.transport.last().content());
  }

  static List<String> fileNames(ParsedMessage mail) {
    return mail.attachments().stream().map(ParsedAttachment::filename).toList();
  }

  /** The names of the files of a draft. */
  static List<String> names(Draft draft) {
    return draft.content().files().stream().map(Attachment::filename).toList();
  }

  void assertReadOnly(Draft draft) {
    DraftChanges change = DraftChanges.of(MailInput.from(INBOX).subject("Other").build());
    assertConflict("send_waiting", () -> sending.drafts.update(CALLER, draft.id(), change));
    assertConflict("send_waiting", () -> submit(draft));
  }

  void assertEditable(Draft draft) {
    DraftChanges change = DraftChanges.of(MailInput.from(INBOX).subject("Again").build());
    Draft changed = sending.drafts.update(CALLER, draft.id(), change).draft();
    assertEquals("Again", changed.content().subject());
    assertEquals(changed, now(draft).orElseThrow());
  }
}
