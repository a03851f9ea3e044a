package dev.agentmailbox.http.api.message;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.http.api.common.Lists;
import dev.agentmailbox.http.api.common.Paging;
import dev.agentmailbox.http.api.common.Paging.ListPage;
import dev.agentmailbox.http.api.common.ScopePath;
import dev.agentmailbox.http.shape.Field;
import dev.agentmailbox.http.shape.Shapes;
import dev.agentmailbox.http.shape.View;
import dev.agentmailbox.http.table.Operation;
import dev.agentmailbox.http.table.OperationBuilder;
import dev.agentmailbox.http.table.Request;
import dev.agentmailbox.http.table.Response;
import dev.agentmailbox.list.ListEntry;
import dev.agentmailbox.service.policy.ListEntries;
import dev.agentmailbox.service.policy.ListEntries.ListName;
import java.util.ArrayList;
import java.util.List;

/** Allow and block lists of organizations, pods and inboxes. */
public final class ListRoutes {
  private static final String TAG = "Lists";
  private static final Field<ListEntry.Direction> DIRECTION =
      Field.path(
          "direction",
          Shapes.choice(List.of(ListEntry.Direction.values()), ListEntry.Direction::wireName),
          "send: outgoing mail. reply: incoming replies to mail of the inbox. receive: all"
              + " other incoming mail.");
  private static final Field<ListEntry.Type> TYPE =
      Field.path(
          "type",
          Shapes.choice(List.of(ListEntry.Type.values()), ListEntry.Type::wireName),
          "allow or block.");
  private static final Field<String> ENTRY_ID =
      Field.path("entry", "The address or domain; @ needs no encoding.");
  private static final Field<String> ENTRY =
      Field.of(
              "entry",
              Shapes.text(),
              "user@example.com, example.com (only that domain) or .example.com (its subdomains)."
                  + " Not a top level domain.")
          .required();
  private static final Field<String> REASON =
      Field.of(
          "reason", Shapes.text(0, ListEntries.MAX_REASON_CHARACTERS), "Free text, for people.");

  private static final View<ListEntry> VIEW =
      View.<ListEntry>of("ListEntry")
          .text("entry", Shapes.foreign(), ListEntry::entry)
          .about("Address or domain, lower case, international domains as A-labels.")
          .text(
              "entry_type",
              Shapes.choice("email", "domain"),
              entry -> entry.isAddress() ? "email" : "domain")
          .about("email for an address, domain for a domain.")
          .text("organization_id", entry -> entry.scope().organizationId())
          .optionalText("pod_id", entry -> entry.scope().pod().orElse(null))
          .about("Pod whose list this is; absent on the organization's list.")
          .optionalText("inbox_id", entry -> entry.scope().inbox().orElse(null))
          .about("Inbox whose list this is; absent on the lists of organization and pod.")
          .word(
              "direction",
              ListEntry.Direction.values(),
              ListEntry.Direction::wireName,
              ListEntry::direction)
          .about(
              "send: outgoing mail. receive: incoming mail. reply: incoming replies to mail"
                  + " of the inbox.")
          .word("list_type", ListEntry.Type.values(), ListEntry.Type::wireName, ListEntry::type)
          .about("allow or block.")
          .optionalText("reason", Shapes.foreign(), ListEntry::reason)
          .about("Free text given on creation; absent when there was none.")
          .flag("read_only", ListEntry::suppression)
          .about(
              "True for a suppression after a bounce or complaint, which only a human can"
                  + " remove.")
          .flag("by_key", ListEntry::byKey)
          .about(
              "True when an API key added it. In an allow list such an entry cannot admit"
                  + " an address that a list made by humans leaves out, until a human adds it"
                  + " too.")
          .time("created_at", ListEntry::createdAt)
          .build();
  private static final View<ListPage<ListEntry>> PAGE = Lists.of("ListEntryList", "entries", VIEW);

  private final ListEntries lists;
  private final Paging paging;

  public ListRoutes(Mailbox mailbox, Paging paging) {
    this.lists = mailbox.lists();
    this.paging = paging;
  }

  public List<Operation> rows() {
    List<Operation> rows = new ArrayList<>();
    for (ScopePath level : ScopePath.ALL) {
      String all = level.path() + "/lists/{direction}/{type}";
      String one = all + "/{entry}";
      String name = level.name() + "ListEntr";
      rows.add(
          row(Operation.get("list" + name + "ies", all), level)
              .summary("List the entries of a list.")
              .description("Without a pod or inbox in the path: the level the key is scoped to.")
              .permission(Permission.LIST_ENTRY_READ)
              .fields(Paging.FIELDS)
              .answersOk(PAGE, "A page of entries.")
              .handledBy(call -> list(call, level)));
      rows.add(
          row(Operation.post("create" + name + "y", all), level)
              .summary("Add an entry to a list.")
              .description(
                  "An existing entry is returned unchanged. Adding to an allow"
                      + " list that already has entries loosens it and needs a human: 403"
                      + " human_required.")
              .permission(Permission.LIST_ENTRY_CREATE)
              .errors(ErrorCode.HUMAN_REQUIRED, ErrorCode.STEP_UP_REQUIRED)
              .bodyNamed("CreateListEntryRequest")
              .field(ENTRY)
              .field(REASON)
              .answersOk(VIEW, "The entry.")
              .handledBy(call -> add(call, level)));
      rows.add(
          row(Operation.get("get" + name + "y", one), level)
              .summary("One entry of a list.")
              .permission(Permission.LIST_ENTRY_READ)
              .field(ENTRY_ID)
              .answersOk(VIEW, "The entry.")
              .handledBy(call -> get(call, level)));
      rows.add(
          row(Operation.delete("delete" + name + "y", one), level)
              .summary("Remove an entry from a list.")
              .description(
                  "Removing a block entry or the last allow entry loosens the list and needs a"
                      + " human: 403 human_required.")
              .permission(Permission.LIST_ENTRY_DELETE)
              .errors(ErrorCode.HUMAN_REQUIRED, ErrorCode.STEP_UP_REQUIRED)
              .field(ENTRY_ID)
              .answersNoContent("Removed.")
              .handledBy(call -> remove(call, level)));
    }
    return rows;
  }

  private static OperationBuilder row(OperationBuilder row, ScopePath level) {
    return row.tag(TAG).fields(level.fields()).field(DIRECTION).field(TYPE);
  }

  private static ListName name(Request call, ScopePath level) {
    return new ListName(level.scope(call), call.get(DIRECTION), call.get(TYPE));
  }

  private Response list(Request call, ScopePath level) {
    return Response.ok(
        PAGE,
        paging.answer(call, lists.list(call.caller(), name(call, level), paging.request(call))));
  }

  private Response add(Request call, ScopePath level) {
    return Response.ok(
        VIEW,
        lists.add(
            call.caller(),
            name(call, level),
            call.get(ENTRY),
            call.find(REASON).orElse(null),
            call.once(200, VIEW)));
  }

  private Response get(Request call, ScopePath level) {
    return Response.ok(VIEW, lists.get(call.caller(), name(call, level), call.get(ENTRY_ID)));
  }

  private Response remove(Request call, ScopePath level) {
    lists.remove(call.caller(), name(call, level), call.get(ENTRY_ID));
    return Response.noContent();
  }
}
