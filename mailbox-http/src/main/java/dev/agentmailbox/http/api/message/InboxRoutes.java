package dev.agentmailbox.http.api.message;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.http.api.common.Ids;
import dev.agentmailbox.http.api.common.Lists;
import dev.agentmailbox.http.api.common.Paging;
import dev.agentmailbox.http.api.common.Paging.ListPage;
import dev.agentmailbox.http.shape.Field;
import dev.agentmailbox.http.shape.Shapes;
import dev.agentmailbox.http.shape.View;
import dev.agentmailbox.http.table.Handler;
import dev.agentmailbox.http.table.Operation;
import dev.agentmailbox.http.table.OperationBuilder;
import dev.agentmailbox.http.table.Request;
import dev.agentmailbox.http.table.Response;
import dev.agentmailbox.inbox.AddressRules;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.inbox.InboxStatus;
import dev.agentmailbox.service.inbox.Inboxes;
import dev.agentmailbox.service.inbox.Inboxes.InboxChanges;
import dev.agentmailbox.service.inbox.Inboxes.NewInbox;
import dev.agentmailbox.service.request.FieldUpdate;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Inboxes of an organization or a pod. */
public final class InboxRoutes {
  private static final String TAG = "Inboxes";
  public static final Field<String> USERNAME =
      Field.of(
          "username",
          Shapes.text(
              AddressRules.MIN_CHARACTERS,
              AddressRules.MAX_CHARACTERS,
              "[a-z0-9._-]*",
              "a-z 0-9 . _ -"),
          "Local part of the address. Default: a readable random name. Role names such as"
              + " postmaster, abuse, security or admin, and look-alikes, are reserved.");
  private static final Field<String> DOMAIN =
      Field.of(
          "domain",
          Shapes.text(),
          "One of the domains of the service. Default: the organization's service domain.");
  private static final Field<String> DISPLAY_NAME =
      Field.of(
          "display_name",
          Shapes.headerText(Inbox.MAX_DISPLAY_NAME_CHARACTERS),
          "Sender name; outgoing mail appends `via <service name>`.");
  private static final Field<String> NEW_DISPLAY_NAME = DISPLAY_NAME.nullable();
  private static final Field<String> CLIENT_ID =
      Field.of(
          "client_id",
          Shapes.text(1, Inbox.MAX_CLIENT_ID_CHARACTERS),
          "Idempotent handle: when an inbox with it exists, that inbox is returned and none is"
              + " created.");
  private static final Field<String> POD_ID =
      Field.of("pod_id", Shapes.text(), "Default: the pod of the key, or the default pod.");
  private static final Field<Map<String, @Nullable Object>> METADATA =
      Field.of(
          "metadata",
          Shapes.freeObject(Inbox.MAX_METADATA_BYTES),
          "JSON object stored for the caller, at most 4 KiB; an update replaces it as a whole.");
  private static final Field<String> QUERY =
      Field.query("q", Shapes.text(1, 255), "Substring of the address, display name or client_id.")
          .required();

  // spec InboxFields.1, InboxFields.2, InboxFields.3, InboxFields.4, InboxFields.5, InboxFields.6
  // spec InboxFields.7, InboxFields.8
  public static final View<Inbox> INBOX =
      View.<Inbox>of("Inbox")
          .text("inbox_id", Inbox::address)
          .about("Address of the inbox; used in every path.")
          .text("email", Inbox::address)
          .about("Same as inbox_id.")
          .text("pod_id", Inbox::podId)
          .optionalText("display_name", Inbox::displayName)
          .about("Sender name; absent when none was set.")
          .optionalText("client_id", Inbox::clientId)
          .about("Idempotent handle given on creation; absent when there was none.")
          .word("status", InboxStatus.values(), InboxStatus::wireName, Inbox::status)
          .about("active, or paused: refuses incoming mail and sends nothing.")
          .count("storage_bytes", Inbox::storedBytes)
          .about(
              "Bytes stored now, files of drafts included; incoming mail is refused at 5" + " GiB.")
          .plain("metadata", Shapes.freeObject(Inbox.MAX_METADATA_BYTES), Inbox::metadata)
          .about("The JSON object stored by the caller; empty when none was set.")
          .time("created_at", Inbox::createdAt)
          .time("updated_at", Inbox::updatedAt)
          .build();
  private static final View<ListPage<Inbox>> INBOXES = Lists.of("InboxList", "inboxes", INBOX);

  private final Inboxes inboxes;
  private final Paging paging;

  public InboxRoutes(Mailbox mailbox, Paging paging) {
    this.inboxes = mailbox.inboxes();
    this.paging = paging;
  }

  public List<Operation> rows() {
    return List.of(
        list(Operation.get("listInboxes", "/v0/inboxes").tool("list_inboxes"))
            .summary("List the inboxes in scope.")
            .handledBy(call -> list(call, null, null)),
        list(Operation.get("searchInboxes", "/v0/inboxes/search"))
            .summary("Search inboxes by address, display name or client_id.")
            .field(QUERY)
            .handledBy(call -> list(call, null, call.get(QUERY))),
        create(Operation.post("createInbox", "/v0/inboxes").tool("create_inbox"))
            .field(POD_ID)
            .handledBy(call -> create(call, call.find(POD_ID).orElse(null))),
        one(Operation.get("getInbox", "/v0/inboxes/{inbox_id}").tool("get_inbox"))
            .handledBy(this::get),
        update(Operation.patch("updateInbox", "/v0/inboxes/{inbox_id}").tool("update_inbox"))
            .handledBy(this::update),
        delete(Operation.delete("deleteInbox", "/v0/inboxes/{inbox_id}").tool("delete_inbox"))
            .handledBy(this::delete),
        list(Operation.get("listPodInboxes", "/v0/pods/{pod_id}/inboxes"))
            .summary("List the inboxes of a pod.")
            .field(Ids.POD)
            .handledBy(call -> list(call, call.get(Ids.POD), null)),
        list(Operation.get("searchPodInboxes", "/v0/pods/{pod_id}/inboxes/search"))
            .summary("Search the inboxes of a pod by address, display name or client_id.")
            .field(Ids.POD)
            .field(QUERY)
            .handledBy(call -> list(call, call.get(Ids.POD), call.get(QUERY))),
        create(Operation.post("createPodInbox", "/v0/pods/{pod_id}/inboxes"))
            .field(Ids.POD)
            .handledBy(call -> create(call, call.get(Ids.POD))),
        one(Operation.get("getPodInbox", "/v0/pods/{pod_id}/inboxes/{inbox_id}"))
            .field(Ids.POD)
            .handledBy(call -> inPod(call, this::get)),
        update(Operation.patch("updatePodInbox", "/v0/pods/{pod_id}/inboxes/{inbox_id}"))
            .field(Ids.POD)
            .handledBy(call -> inPod(call, this::update)),
        delete(Operation.delete("deletePodInbox", "/v0/pods/{pod_id}/inboxes/{inbox_id}"))
            .field(Ids.POD)
            .handledBy(call -> inPod(call, this::delete)));
  }

  private static OperationBuilder list(OperationBuilder row) {
    return row.tag(TAG)
        .permission(Permission.INBOX_READ)
        .fields(Paging.FIELDS)
        .answersOk(INBOXES, "A page of inboxes.");
  }

  private static OperationBuilder create(OperationBuilder row) {
    return row.tag(TAG)
        .summary("Create an inbox.")
        .description("Publishes inbox.created.")
        .permission(Permission.INBOX_CREATE)
        .errors(ErrorCode.ADDRESS_UNAVAILABLE, ErrorCode.INVALID_HEADER)
        .fields(List.of(USERNAME, DOMAIN, DISPLAY_NAME, CLIENT_ID, METADATA))
        .answersOk(INBOX, "The inbox.");
  }

  private static OperationBuilder one(OperationBuilder row) {
    return row.tag(TAG)
        .summary("Read an inbox, including whether it is paused.")
        .permission(Permission.INBOX_READ)
        .field(Ids.INBOX)
        .answersOk(INBOX, "The inbox.");
  }

  private static OperationBuilder update(OperationBuilder row) {
    return row.tag(TAG)
        .summary("Change display name or metadata.")
        .permission(Permission.INBOX_UPDATE)
        .field(Ids.INBOX)
        .field(NEW_DISPLAY_NAME)
        .field(METADATA)
        .errors(ErrorCode.INVALID_HEADER)
        .answersOk(INBOX, "The changed inbox.");
  }

  private static OperationBuilder delete(OperationBuilder row) {
    return row.tag(TAG)
        .summary("Delete an inbox with its content.")
        .description(
            "Deletes all its mail and retires the address for good. Publishes inbox.deleted. While"
                + " mail of the inbox is held or a send waits for approval, only a human can. Under a"
                + " legal hold nobody can: 409 conflict with reason legal_hold.")
        .permission(Permission.INBOX_DELETE)
        .errors(ErrorCode.HUMAN_REQUIRED, ErrorCode.CONFLICT)
        .field(Ids.INBOX)
        .answersNoContent("Deleted.");
  }

  private Response list(Request call, @Nullable String podId, @Nullable String query) {
    return Response.ok(
        INBOXES,
        paging.answer(call, inboxes.list(call.caller(), podId, query, paging.request(call))));
  }

  private Response create(Request call, @Nullable String podId) {
    NewInbox request =
        new NewInbox(
            call.find(USERNAME).orElse(null),
            call.find(DOMAIN).orElse(null),
            call.find(DISPLAY_NAME).orElse(null),
            call.find(CLIENT_ID).orElse(null),
            podId,
            call.find(METADATA).orElse(null));
    return Response.ok(INBOX, inboxes.create(call.caller(), request, call.once(200, INBOX)));
  }

  private Response get(Request call) {
    return Response.ok(INBOX, inboxes.get(call.caller(), call.get(Ids.INBOX)));
  }

  private Response update(Request call) {
    FieldUpdate<String> name =
        call.has(NEW_DISPLAY_NAME)
            ? FieldUpdate.to(call.find(NEW_DISPLAY_NAME).orElse(null))
            : FieldUpdate.none();
    FieldUpdate<Map<String, Object>> metadata =
        call.has(METADATA) ? FieldUpdate.to(call.get(METADATA)) : FieldUpdate.none();
    return Response.ok(
        INBOX,
        inboxes.update(call.caller(), call.get(Ids.INBOX), new InboxChanges(name, metadata)));
  }

  private Response delete(Request call) {
    inboxes.delete(call.caller(), call.get(Ids.INBOX));
    return Response.noContent();
  }

  /** The same operation, restricted to inboxes of that pod. */
  private Response inPod(Request call, Handler handler) {
    inboxes.requireInPod(call.caller(), call.get(Ids.POD), call.get(Ids.INBOX));
    return handler.handle(call);
  }
}
