package dev.agentmailbox.http.api.account;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.http.api.common.Ids;
import dev.agentmailbox.http.api.message.InboxRoutes;
import dev.agentmailbox.http.api.message.ThreadRoutes;
import dev.agentmailbox.http.shape.Field;
import dev.agentmailbox.http.shape.Shapes;
import dev.agentmailbox.http.shape.View;
import dev.agentmailbox.http.table.AccessRule;
import dev.agentmailbox.http.table.Handler;
import dev.agentmailbox.http.table.Operation;
import dev.agentmailbox.http.table.OperationBuilder;
import dev.agentmailbox.http.table.Request;
import dev.agentmailbox.http.table.Response;
import dev.agentmailbox.http.table.Trait;
import dev.agentmailbox.service.request.IdempotentRequest;
import dev.agentmailbox.service.sending.Pauses;
import dev.agentmailbox.service.sending.Pauses.PlatformSending;
import java.util.List;
import java.util.function.BiFunction;

/** Pausing and resuming inboxes, threads and sending. */
public final class PauseRoutes {
  private static final String INBOX = "/v0/inboxes/{inbox_id}";
  private static final String LOCK = INBOX + "/threads/{thread_id}/lock";
  private static final Field<String> REASON =
      Field.of(
          "reason",
          Shapes.text(0, Pauses.MAX_NOTE_CHARACTERS),
          "Free text, carried by the event as note.");
  private static final View<PlatformSending> PLATFORM =
      View.<PlatformSending>of("PlatformSending")
          .text(
              "state", Shapes.choice("ok", "paused"), sending -> sending.paused() ? "paused" : "ok")
          .about("ok, or paused: new sends are refused and accepted ones wait.")
          .build();

  private final Pauses pauses;

  public PauseRoutes(Mailbox mailbox) {
    this.pauses = mailbox.pauses();
  }

  public List<Operation> rows() {
    return List.of(
        human(Operation.post("pauseInbox", INBOX + "/pause"), "Inboxes")
            .with(Trait.WITHOUT_STEP_UP)
            .summary("Pause an inbox: it refuses incoming mail and sends nothing.")
            .field(Ids.INBOX)
            .answersOk(InboxRoutes.INBOX, "The changed inbox.")
            .handledBy(
                changed(
                    InboxRoutes.INBOX,
                    (call, once) -> pauses.pauseInbox(call.caller(), call.get(Ids.INBOX), once))),
        human(Operation.post("resumeInbox", INBOX + "/resume"), "Inboxes")
            .summary("Resume a paused inbox.")
            .field(Ids.INBOX)
            .answersOk(InboxRoutes.INBOX, "The changed inbox.")
            .handledBy(
                changed(
                    InboxRoutes.INBOX,
                    (call, once) -> pauses.resumeInbox(call.caller(), call.get(Ids.INBOX), once))),
        human(Operation.put("lockThread", LOCK), "Threads")
            .with(Trait.WITHOUT_STEP_UP)
            .summary("Take over a thread: nothing is sent into it.")
            .description("Publishes thread.locked.")
            .field(Ids.INBOX)
            .field(Ids.THREAD)
            .answersOk(ThreadRoutes.ITEM, "The thread.")
            .handledBy(this::lock),
        human(Operation.delete("unlockThread", LOCK), "Threads")
            .with(Trait.WITHOUT_STEP_UP)
            .summary("Return a thread to the agent.")
            .description("Publishes thread.unlocked.")
            .field(Ids.INBOX)
            .field(Ids.THREAD)
            .answersNoContent("Unlocked.")
            .handledBy(this::unlock),
        human(Operation.post("suspendSending", "/v0/organizations/suspend"), "Accounts")
            .with(Trait.WITHOUT_STEP_UP)
            .summary("Suspend sending for the organization.")
            .description("Receiving and reading still work. Publishes org.suspended.")
            .field(REASON)
            .answersOk(AccountRoutes.ORGANIZATION, "The organization.")
            .handledBy(
                changed(
                    AccountRoutes.ORGANIZATION,
                    (call, once) ->
                        pauses.suspend(call.caller(), call.find(REASON).orElse(null), once))),
        human(Operation.post("resumeSending", "/v0/organizations/resume"), "Accounts")
            .summary("Resume sending for the organization.")
            .description("The breaker counts from zero again. Publishes org.resumed.")
            .answersOk(AccountRoutes.ORGANIZATION, "The organization.")
            .handledBy(
                changed(
                    AccountRoutes.ORGANIZATION,
                    (call, once) -> pauses.resume(call.caller(), once))),
        human(Operation.post("pauseSending", "/v0/operator/sending/pause"), "Operators")
            .summary("Pause sending for the whole installation.")
            .answersOk(PLATFORM, "The sending state.")
            .handledBy(
                changed(PLATFORM, (call, once) -> pauses.pausePlatform(call.caller(), once))),
        human(Operation.post("restartSending", "/v0/operator/sending/resume"), "Operators")
            .summary("Resume sending for the whole installation.")
            .answersOk(PLATFORM, "The sending state.")
            .handledBy(
                changed(PLATFORM, (call, once) -> pauses.resumePlatform(call.caller(), once))));
  }

  private static OperationBuilder human(OperationBuilder row, String tag) {
    return row.tag(tag).access(AccessRule.HUMAN);
  }

  private static <T> Handler changed(
      View<T> view, BiFunction<Request, IdempotentRequest<T>, T> change) {
    return call -> Response.ok(view, change.apply(call, call.once(200, view)));
  }

  private Response lock(Request call) {
    return Response.ok(
        ThreadRoutes.ITEM,
        pauses.lockThread(call.caller(), call.get(Ids.INBOX), call.get(Ids.THREAD)));
  }

  private Response unlock(Request call) {
    pauses.unlockThread(call.caller(), call.get(Ids.INBOX), call.get(Ids.THREAD));
    return Response.noContent();
  }
}
