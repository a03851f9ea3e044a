package dev.agentmailbox.service.message;

import static dev.agentmailbox.fixture.Refusals.refusal;
import static dev.agentmailbox.fixture.Refusals.refused;
import static dev.agentmailbox.service.message.MessageFilters.including;
import static dev.agentmailbox.service.message.MessageFilters.labelled;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.fixture.ServiceFixture;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.message.Attachment;
import dev.agentmailbox.message.Extracted;
import dev.agentmailbox.message.Hidden;
import dev.agentmailbox.message.MailThread;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.message.MessageBody;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.MessageFixture;
import dev.agentmailbox.service.request.IdempotentRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Reading, labelling and deleting messages. */
class MessagesTest {
  @AutoClose private final ServiceFixture world = new ServiceFixture();
  private final Inbox inbox = world.inbox("alice");

  private static LabelChange add(String... labels) {
    return new LabelChange(List.of(labels), List.of());
  }

  @Test
  void a_message_that_was_not_searched_on_receipt_is_searched_when_it_is_read() {
    String code = "Your code is 482913.";
    world.context.write(
        tx -> {
          tx.messages()
              .insert(
                  MessageFixture.message(inbox.scope(), "msg_1").build(),
                  new MessageBody(List.of(), code, null, null, null, Map.of()));
          return true;
        });
    MessageView view = world.messages.get(world.owner, inbox.address(), "msg_1");
    assertEquals(List.of(new Extracted.Code("482913", code)), view.extracted().codes());
  }

  @Test
  void a_message_has_bodies_headers_and_attachments_that_open() throws IOException {
    Message message =
        world.receiveRaw(
            inbox,
            "bob@example.com",
            "From: bob@example.com",
            "To: " + inbox.address(),
            "Subject: With file",
            "X-Custom: one",
            "X-Custom: two",
            "MIME-Version: 1.0",
            "Content-Type: multipart/mixed; boundary=b",
            "",
            "--b",
            "Content-Type: text/html",
            "",
            "<p>Hello <b>world</b></p>",
            "--b",
            "Content-Type: application/pdf; name=\"a.pdf\"",
            "Content-Disposition: attachment; filename=\"a.pdf\"",
            "Content-Transfer-Encoding: base64",
            "",
            "UERGLWRhdGE=",
            "--b--");
    MessageView view = world.messages.get(world.owner, inbox.address(), message.id());
    assertEquals("Hello world", String.valueOf(view.body().text()).strip());
    assertEquals("one\ntwo", view.body().headers().get("x-custom"));
    Attachment attachment = view.message().content().attachments().get(0);
    assertEquals("a.pdf", attachment.filename());
    assertEquals(8, attachment.size());
    Messages.Download download =
        world.messages.download(inbox.scope(), message.id(), attachment.id());
    try (var bytes = download.bytes()) {
      assertEquals("PDF-data", new String(bytes.readAllBytes(), StandardCharsets.UTF_8));
    }
    Messages.Download raw = world.messages.download(inbox.scope(), message.id());
    try (var bytes = raw.bytes()) {
      assertEquals(message.size(), bytes.readAllBytes().length);
    }
    assertEquals(
        ErrorCode.NOT_FOUND,
        refusal(
            () ->
                world.messages.attachment(
                    world.owner, inbox.address(), message.id(), "att_0000000000000000")));
  }

  // spec LabelChanges.2, EventTypes.19, EventTypes.20
  @Test
  void label_changes_publish_one_event_a_label_and_nothing_when_nothing_changes() {
    Message message = world.receive(inbox, "bob@example.com", "s", "t");
    int before = world.log().size();
    Labels.Labelled result =
        world.labels.update(
            world.owner,
            inbox.address(),
            message.id(),
            new LabelChange(List.of("vip", "a/b"), List.of("unread")));
    assertEquals(Set.of("a/b", "received", "vip"), result.labels());
    assertEquals(
        List.of("label.added", "label.added", "label.removed"),
        world.logTypes().subList(before, before + 3));
    assertEquals("a/b", world.log().get(before).data().get("label"));
    world.labels.update(world.owner, inbox.address(), message.id(), add("vip"));
    assertEquals(before + 3, world.log().size());
    MailThread thread =
        world
            .threads
            .get(world.owner, inbox.scope(), message.threadId(), PageRequest.first(5))
            .thread();
    assertEquals(Set.of("a/b", "received", "vip"), thread.labels());
  }

  // spec Labels.1, LabelChanges.1, SystemLabels.1, SystemLabels.2, SystemLabels.5, SystemLabels.6
  // spec SystemLabels.7, SystemLabels.8, SystemLabels.9, ErrorCodes.1
  @Test
  void labels_agents_may_not_change_and_malformed_ones_are_refused_with_their_place() {
    Message message = world.receive(inbox, "bob@example.com", "s", "t");
    for (String label : List.of("received", "sent", "draft", "held", "spam", "blocked", "trash")) {
      MailboxException refused =
          refused(
              () ->
                  world.labels.update(
                      world.owner, inbox.address(), message.id(), add("fine", label)));
      assertEquals("add_labels[1]", refused.problems().get(0).path());
    }
    assertEquals(
        ErrorCode.VALIDATION_ERROR,
        refusal(
            () ->
                world.labels.update(
                    world.owner,
                    inbox.address(),
                    message.id(),
                    new LabelChange(List.of("x"), List.of("x")))));
    assertEquals(
        ErrorCode.VALIDATION_ERROR,
        refusal(
            () ->
                world.labels.update(
                    world.owner, inbox.address(), message.id(), add("x".repeat(65)))));
  }

  // spec LabelEndpoints.3
  @Test
  void a_batch_changes_all_or_nothing() {
    Message first = world.receive(inbox, "bob@example.com", "s", "t");
    Message second = world.receive(inbox, "bob@example.com", "s2", "t2");
    List<String> both = List.of(first.id(), second.id());
    assertEquals(
        both,
        world
            .labels
            .updateAll(world.owner, inbox.address(), both, add("done"), IdempotentRequest.unkeyed())
            .updates()
            .stream()
            .map(Labels.Labelled::messageId)
            .toList());
    Labels.Batch some =
        world.labels.updateAll(
            world.owner,
            inbox.address(),
            List.of("msg_0000000000000000", first.id()),
            add("more"),
            IdempotentRequest.unkeyed());
    assertEquals(List.of("msg_0000000000000000"), some.missing());
    assertEquals(
        List.of(first.id()), some.updates().stream().map(Labels.Labelled::messageId).toList());
    assertEquals(1, world.list(inbox, labelled("more")).size());
  }

  // spec Labels.4, SystemLabels.9
  @Test
  void a_deleted_message_goes_to_the_trash_and_a_second_time_for_good() throws IOException {
    Message message = world.receive(inbox, "bob@example.com", "s", "t");
    world.trash.delete(world.owner, inbox.address(), message.id());
    assertEquals(List.of(), world.list(inbox, MessageFilter.ALL));
    assertEquals(1, world.list(inbox, including(Hidden.TRASH)).size());
    Caller blind = world.without(Permission.LABEL_TRASH_READ);
    assertEquals(
        ErrorCode.NOT_FOUND,
        refusal(() -> world.messages.get(blind, inbox.address(), message.id())));
    assertEquals(
        ErrorCode.NOT_FOUND,
        refusal(() -> world.trash.delete(blind, inbox.address(), message.id())));
    assertEquals(
        ErrorCode.MISSING_PERMISSION,
        refusal(
            () ->
                world.messages.list(
                    blind, inbox.address(), including(Hidden.TRASH), PageRequest.first(5))));
    world.trash.delete(world.owner, inbox.address(), message.id());
    assertEquals(List.of(), world.list(inbox, including(Hidden.TRASH)));
    assertTrue(world.store.content().find(message.content().contentKey()).isEmpty());
    assertEquals(0, world.inboxes.get(world.owner, inbox.address()).storedBytes());
    assertEquals(
        ErrorCode.NOT_FOUND,
        refusal(
            () ->
                world.threads.get(
                    world.owner, inbox.scope(), message.threadId(), PageRequest.first(5))));
  }
}
