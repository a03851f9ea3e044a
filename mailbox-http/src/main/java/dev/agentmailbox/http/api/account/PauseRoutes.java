package dev.agentmailbox.http.api.account;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.http.api.common.Ids;
import dev.agentmailbox.http.api.message.InboxRoutes;
import dev.agentmailbox.http.api.message.ThreadRoutes;
import dev.agentmailbox.http.shape.Field;
import dev.agentmailbox.http.shape.Shapes;
import dev.agentmailbox.http.shape.View;
import dev.agentmailbox.http.table.AccessRule;
import dev.agentmailbox.http.table.Operation;
import dev.agentmailbox.http.table.OperationBuilder;
import dev.agentmailbox.http.table.Request;
import dev.agentmailbox.http.table.Response;
import dev.agentmailbox.service.sending.Pauses;
import dev.agentmailbox.service.sending.Pauses.PlatformSending;
import java.util.List;

/** What a human stops and lets go on. */
public final class PauseRoutes {
  private static final String INBOX = "/v0/inboxes/{inbox_id}";
  private static final String LOCK = INBOX + "/threads/{thread_id}/lock";
  private static final Field<String> REASON =
      Field.of(
          "reason",
          Shapes.text(0, Pauses.MAX_NOTE_CHARACTERS),
          "Your own words; the event carries them as note.");
  private static final View<PlatformSending> PLATFORM =
      View.<PlatformSending>of("PlatformSending")
          .text(
              "state", Shapes.choice("ok", "paused"), sending -> sending.paused() ? "paused" : "ok")
          .about("While paused, sends are refused and accepted mail waits.")
          .build();

  private final Mailbox mailbox;

  public PauseRoutes(Mailbox mailbox) {
    this.mailbox = mailbox;
  }

  public List<Operation> rows() {
    return List.of(
        human(Operation.post("pauseInbox", INBOX + "/pause"), "Inboxes")
            .summary("Pause an inbox: it refuses mail and cannot send.")
            .field(Ids.INBOX)
            .answersOk(InboxRoutes.INBOX, "The inbox after the change.")
            .handledBy(
                call ->
                    Response.ok(
                        InboxRoutes.INBOX,
                        mailbox
                            .pauses()
                            .pauseInbox(
                                call.caller(),
                                call.get(Ids.INBOX),
                                call.once(200, InboxRoutes.INBOX)))),
        human(Operation.post("resumeInbox", INBOX + "/resume"), "Inboxes")
            .summary("Resume a paused inbox.")
            .field(Ids.INBOX)
            .answersOk(InboxRoutes.INBOX, "The inbox after the change.")
            .handledBy(
                call ->
                    Response.ok(
                        InboxRoutes.INBOX,
                        mailbox
                            .pauses()
                            .resumeInbox(
                                call.caller(),
                                call.get(Ids.INBOX),
                                call.once(200, InboxRoutes.INBOX)))),
        human(Operation.put("lockThread", LOCK), "Threads")
            .summary("Take a thread over: nothing is sent into it.")
            .description("Publishes thread.locked.")
            .field(Ids.INBOX)
            .field(Ids.THREAD)
            .answersOk(ThreadRoutes.ITEM, "The thread.")
            .handledBy(this::lock),
        human(Operation.delete("unlockThread", LOCK), "Threads")
            .summary("Leave a thread to the agent again.")
            .description("Publishes thread.unlocked.")
            .field(Ids.INBOX)
            .field(Ids.THREAD)
            .answersNoContent("Unlocked.")
            .handledBy(this::unlock),
        human(Operation.post("suspendSending", "/v0/organizations/suspend"), "Accounts")
            .summary("Pause the sending of the organization.")
            .description("Receiving and reading still work. Publishes org.suspended.")
            .field(REASON)
            .answersOk(AccountRoutes.ORGANIZATION, "The organization.")
            .handledBy(
                call ->
                    Response.ok(
                        AccountRoutes.ORGANIZATION,
                        mailbox
                            .pauses()
                            .suspend(
                                call.caller(),
                                call.find(REASON).orElse(null),
                                call.once(200, AccountRoutes.ORGANIZATION)))),
        human(Operation.post("resumeSending", "/v0/organizations/resume"), "Accounts")
            .summary("Let the organization send again.")
            .description(
                "The breaker judges by what is counted from then on. Publishes org.resumed.")
            .answersOk(AccountRoutes.ORGANIZATION, "The organization.")
            .handledBy(
                call ->
                    Response.ok(
                        AccountRoutes.ORGANIZATION,
                        mailbox
                            .pauses()
                            .resume(call.caller(), call.once(200, AccountRoutes.ORGANIZATION)))),
        human(Operation.post("pauseSending", "/v0/operator/sending/pause"), "Operator")
            .summary("Pause all sending of the platform.")
            .answersOk(PLATFORM, "The state of sending.")
            .handledBy(
                call ->
                    Response.ok(
                        PLATFORM,
                        mailbox.pauses().pausePlatform(call.caller(), call.once(200, PLATFORM)))),
        human(Operation.post("restartSending", "/v0/operator/sending/resume"), "Operator")
            .summary("Let the platform send again.")
            .answersOk(PLATFORM, "The state of sending.")
            .handledBy(
                call ->
                    Response.ok(
                        PLATFORM,
                        mailbox.pauses().resumePlatform(call.caller(), call.once(200, PLATFORM)))));
  }

  private static OperationBuilder human(OperationBuilder row, String tag) {
    return row.tag(tag).access(AccessRule.HUMAN);
  }

  private Response lock(Request call) {
    return Response.ok(
        ThreadRoutes.ITEM,
        mailbox.pauses().lockThread(call.caller(), call.get(Ids.INBOX), call.get(Ids.THREAD)));
  }

  private Response unlock(Request call) {
    mailbox.pauses().unlockThread(call.caller(), call.get(Ids.INBOX), call.get(Ids.THREAD));
    return Response.noContent();
  }
}
