package dev.agentmailbox.service.sending;

import static dev.agentmailbox.fixture.SendingFixture.INBOX;
import static dev.agentmailbox.fixture.SendingFixture.mail;
import static dev.agentmailbox.port.StoreFixtures.ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.fixture.Refusals;
import dev.agentmailbox.fixture.SendingFixture;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.service.message.LabelChange;
import dev.agentmailbox.service.request.IdempotentRequest;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Who passes on what it did not write must be allowed to read it. */
class ForwardPermissionTest {
  private final SendingFixture fixture = new SendingFixture();
  private final Caller sender = SendingFixture.key(ONE, Set.of(Permission.MESSAGE_SEND));
  private final Caller reader =
      SendingFixture.key(ONE, Set.of(Permission.MESSAGE_SEND, Permission.MESSAGE_READ));

  private ErrorCode refusal(Caller caller, MailInput.Builder command) {
    return Refusals.refusal(
        () -> fixture.sends.submit(caller, command.build(), IdempotentRequest.unkeyed()));
  }

  // spec Decisions.8
  @Test
  void a_forward_needs_message_read() {
    Message original = fixture.received();
    MailInput.Builder forward = MailInput.forward(INBOX, original.id()).to("a@example.com");
    assertEquals(ErrorCode.MISSING_PERMISSION, refusal(sender, forward));
    assertEquals(
        ErrorCode.NOT_FOUND,
        refusal(sender, MailInput.forward(INBOX, "msg_none").to("a@example.com")));
    var unused = fixture.sends.submit(reader, forward.build(), IdempotentRequest.unkeyed());
    fixture.sends.submit(
        sender,
        MailInput.reply(INBOX, original.id()).text("x").build(),
        IdempotentRequest.unkeyed());
  }

  // spec Decisions.8
  @Test
  void a_draft_that_forwards_needs_message_send_and_message_read() {
    MailInput forward =
        MailInput.from(INBOX).to("a@example.com").forwardOf(fixture.received().id()).build();
    for (Permission missing : List.of(Permission.MESSAGE_READ, Permission.MESSAGE_SEND)) {
      Caller caller = SendingFixture.key(ONE, EnumSet.complementOf(EnumSet.of(missing)));
      assertEquals(
          ErrorCode.MISSING_PERMISSION,
          Refusals.refusal(
              () -> fixture.drafts.create(caller, forward, IdempotentRequest.unkeyed())));
    }
    Caller all = SendingFixture.key(ONE, EnumSet.allOf(Permission.class));
    String draft = fixture.drafts.create(all, forward, IdempotentRequest.unkeyed()).draft().id();
    Caller blind =
        SendingFixture.key(ONE, EnumSet.complementOf(EnumSet.of(Permission.MESSAGE_READ)));
    assertEquals(
        ErrorCode.MISSING_PERMISSION,
        Refusals.refusal(
            () ->
                fixture.drafts.send(
                    blind,
                    INBOX,
                    draft,
                    new LabelChange(List.of(), List.of()),
                    IdempotentRequest.unkeyed())));
  }

  @Test
  void a_file_of_a_draft_needs_draft_read() {
    MailInput withFile = MailInput.from(INBOX).attach(SendingFixture.file("a", "secret")).build();
    Caller all = SendingFixture.key(ONE, EnumSet.allOf(Permission.class));
    String file =
        fixture
            .drafts
            .create(all, withFile, IdempotentRequest.unkeyed())
            .draft()
            .content()
            .attachments()
            .get(0)
            .id();
    MailInput.Builder mail = mail().attach(AttachmentInput.ofDraft(file));
    assertEquals(ErrorCode.MISSING_PERMISSION, refusal(reader, mail));
    assertEquals(
        ErrorCode.MISSING_PERMISSION,
        Refusals.refusal(() -> fixture.sends.check(reader, mail.build())));
    fixture.sends.submit(all, mail.build(), IdempotentRequest.unkeyed());
  }
}
