package dev.agentmailbox.http.api.account;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.access.ScopeType;
import dev.agentmailbox.account.ErasureReport;
import dev.agentmailbox.account.Organization;
import dev.agentmailbox.account.Pod;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.http.api.common.Ids;
import dev.agentmailbox.http.api.common.Lists;
import dev.agentmailbox.http.api.common.Paging;
import dev.agentmailbox.http.api.common.Paging.ListPage;
import dev.agentmailbox.http.shape.Field;
import dev.agentmailbox.http.shape.Shapes;
import dev.agentmailbox.http.shape.View;
import dev.agentmailbox.http.table.AccessRule;
import dev.agentmailbox.http.table.Operation;
import dev.agentmailbox.http.table.Request;
import dev.agentmailbox.http.table.Response;
import dev.agentmailbox.http.table.Trait;
import dev.agentmailbox.service.account.Accounts;
import dev.agentmailbox.service.account.Pods;
import dev.agentmailbox.service.erasure.Erasure;
import dev.agentmailbox.service.record.OrganizationView;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The identity of the caller, its organization and pods. */
public final class AccountRoutes {
  private static final String TAG = "Accounts";
  private static final Field<String> NAME =
      Field.of("name", Shapes.text(1, 128), "Defaults to the pod's id.");
  private static final Field<String> CLIENT_ID =
      Field.of(
          "client_id",
          Shapes.text(1, 255),
          "Idempotent handle: when a pod with it exists, that pod is returned and none is"
              + " created.");

  private static final View<Pod> POD =
      View.<Pod>of("Pod")
          .text("pod_id", Pod::id)
          .text("name", Pod::name)
          .about("Display name.")
          .optionalText("client_id", Pod::clientId)
          .about(
              "The handle given by the client that created the pod; absent when it gave" + " none.")
          .count("inbox_count", Pod::inboxCount)
          .about("Inboxes in the pod.")
          .time("created_at", Pod::createdAt)
          .time("updated_at", Pod::updatedAt)
          .build();
  private static final View<ListPage<Pod>> PODS = Lists.of("PodList", "pods", POD);

  private record Sending(String state, @Nullable String reason) {
    static Sending of(Organization organization) {
      return new Sending(
          organization.isSuspended() ? "suspended" : "ok", organization.suspension().orElse(null));
    }
  }

  private static final View<Sending> SENDING =
      View.<Sending>of("SendingState")
          .text("state", Shapes.choice("ok", "suspended"), Sending::state)
          .about("ok, or suspended while a human or the breaker has stopped sending.")
          .optionalText("reason", Sending::reason)
          .about("Why sending is suspended; absent when ok.")
          .build();
  private static final Field<String> ORGANIZATION_NAME =
      Field.of("name", Shapes.text(1, Accounts.MAX_NAME_CHARACTERS), "Display name.").required();

  static final View<OrganizationView> ORGANIZATION =
      View.<OrganizationView>of("Organization")
          .text("organization_id", o -> o.organization().id())
          .text("name", o -> o.organization().name())
          .about("Display name.")
          .count("inbox_count", o -> o.organization().inboxCount())
          .about("Inboxes in use, over all pods.")
          .count("inbox_limit", o -> o.organization().plan().inboxLimit())
          .about("Maximum number of inboxes in the plan.")
          .count("domain_count", o -> 0)
          .about("Always 0: custom domains are not offered.")
          .count("domain_limit", o -> 0)
          .about("Always 0: custom domains are not offered.")
          .text("service_domain", o -> o.organization().serviceDomain())
          .about("Mail domain of new inboxes that name no other.")
          .count("storage_bytes", OrganizationView::storedBytes)
          .about("Bytes stored now, over all inboxes.")
          .object("sending", SENDING, o -> Sending.of(o.organization()))
          .about("Whether the organization may send.")
          .time("created_at", o -> o.organization().createdAt())
          .time("updated_at", o -> o.organization().updatedAt())
          .build();

  private static final View<Caller> IDENTITY =
      View.<Caller>of("Identity")
          .word(
              "scope_type",
              ScopeType.values(),
              ScopeType::wireName,
              caller -> caller.scope().type())
          .about("What the key sees: the whole organization, one pod or one inbox.")
          .text("scope_id", caller -> caller.scope().id())
          .about("Identifier of the organization, pod or inbox in scope.")
          .text("organization_id", caller -> caller.scope().organizationId())
          .optionalText("pod_id", caller -> caller.scope().pod().orElse(null))
          .about("The pod in scope; absent for a key of the whole organization.")
          .optionalText("inbox_id", caller -> caller.scope().inbox().orElse(null))
          .about("The inbox in scope; absent unless the key is for one inbox.")
          .optionalText("api_key_id", caller -> caller instanceof Caller.Key ? caller.id() : null)
          .about("The calling key; absent for a signed-in human.")
          .plain("permissions", Shapes.map(Shapes.flag()), AccountRoutes::permissions)
          .about("Every permission by name, true when granted.")
          .optionalTime(
              "expires_at",
              caller -> caller instanceof Caller.Key key ? key.key().expiresAt() : null)
          .about("When the key expires; absent when it does not.")
          .flag("claim_required", caller -> caller instanceof Caller.Key key && !key.claimed())
          .about("True for a sign-up key until a human claims its inbox.")
          .build();

  private static final Field<String> ADDRESS =
      Field.of(
              "address",
              Shapes.text(3, Erasure.MAX_ADDRESS_CHARACTERS),
              "Address of a person outside the organization, compared without regard to case.")
          .required();
  private static final Field<Boolean> DRY_RUN =
      Field.of("dry_run", Shapes.flag(), "Count only, and change nothing.").required();

  private static final View<ErasureReport> ERASURE =
      View.<ErasureReport>of("Erasure")
          .count("messages", ErasureReport::messages)
          .about("Messages from the address, or to it alone, with their content.")
          .count("sends", ErasureReport::sends)
          .about("Sends to it alone, with their approvals; what waited is cancelled.")
          .count("drafts", ErasureReport::drafts)
          .about("Drafts to it alone.")
          .count("contacts", ErasureReport::contacts)
          .about("Inboxes that had exchanged mail with it.")
          .count("list_entries", ErasureReport::listEntries)
          .about("List entries and suppressions, which keep their effect: they name a hash of it.")
          .count("events", ErasureReport::events)
          .about("Events that named it; they name erased@erased.invalid instead.")
          .count("shared", ErasureReport::shared)
          .about("Messages that others sent or received too. They are kept.")
          .count("on_hold", ErasureReport::onHold)
          .about("Messages, sends and drafts that a legal hold keeps, with the events about them.")
          .count("in_progress", ErasureReport::inProgress)
          .about("Sends and drafts in progress. They are kept: repeat the call later.")
          .build();

  private final Mailbox mailbox;
  private final Paging paging;

  public AccountRoutes(Mailbox mailbox, Paging paging) {
    this.mailbox = mailbox;
    this.paging = paging;
  }

  private static Map<String, Boolean> permissions(Caller caller) {
    Map<String, Boolean> all = new LinkedHashMap<>();
    Arrays.stream(Permission.values()).forEach(p -> all.put(p.wireName(), caller.may(p)));
    return all;
  }

  public List<Operation> rows() {
    return List.of(
        Operation.get("getIdentity", "/v0/auth/me")
            .tag(TAG)
            .summary("The identity of the caller: scope and permissions.")
            .access(AccessRule.KEY)
            .with(Trait.OPEN_BEFORE_CLAIM)
            .tool("auth_me")
            .answersOk(IDENTITY, "The identity.")
            .handledBy(call -> Response.ok(IDENTITY, call.caller())),
        Operation.get("getOrganization", "/v0/organizations")
            .tag(TAG)
            .summary("The organization of the caller.")
            .permission(Permission.ORGANIZATION_READ)
            .answersOk(ORGANIZATION, "The organization.")
            .handledBy(
                call -> Response.ok(ORGANIZATION, mailbox.accounts().organization(call.caller()))),
        Operation.patch("updateOrganization", "/v0/organizations")
            .tag(TAG)
            .access(AccessRule.HUMAN)
            .with(Trait.WITHOUT_STEP_UP)
            .summary("Rename the organization.")
            .description("Owners only.")
            .field(ORGANIZATION_NAME)
            .answersOk(ORGANIZATION, "The renamed organization.")
            .handledBy(
                call ->
                    Response.ok(
                        ORGANIZATION,
                        mailbox.accounts().rename(call.caller(), call.get(ORGANIZATION_NAME)))),
        Operation.post("eraseAddress", "/v0/organizations/erase")
            .tag(TAG)
            .access(AccessRule.HUMAN)
            .summary("Erase a person outside the organization.")
            .description(
                "Owners only. Deletes all mail from an address, or to it alone, and removes the"
                    + " address elsewhere. Cannot be undone: call it with dry_run first. The"
                    + " response has the counts. Mail that others received too and the audit trail"
                    + " are kept. 409 conflict with reason own_inbox for the address of an inbox.")
            .field(ADDRESS)
            .field(DRY_RUN)
            .errors(ErrorCode.CONFLICT)
            .answersOk(ERASURE, "What was erased, or would be.")
            .handledBy(this::erase),
        Operation.get("listPods", "/v0/pods")
            .tag(TAG)
            .summary("List the pods in scope.")
            .permission(Permission.POD_READ)
            .fields(Paging.FIELDS)
            .answersOk(PODS, "A page of pods.")
            .handledBy(
                call ->
                    Response.ok(
                        PODS,
                        paging.answer(
                            call, mailbox.pods().list(call.caller(), paging.request(call))))),
        Operation.post("createPod", "/v0/pods")
            .tag(TAG)
            .summary("Create a pod.")
            .permission(Permission.POD_CREATE)
            .field(NAME)
            .field(CLIENT_ID)
            .answersOk(POD, "The pod.")
            .handledBy(this::createPod),
        Operation.get("getPod", "/v0/pods/{pod_id}")
            .tag(TAG)
            .summary("One pod.")
            .permission(Permission.POD_READ)
            .field(Ids.POD)
            .answersOk(POD, "The pod.")
            .handledBy(
                call -> Response.ok(POD, mailbox.pods().get(call.caller(), call.get(Ids.POD)))),
        Operation.delete("deletePod", "/v0/pods/{pod_id}")
            .tag(TAG)
            .summary("Delete an empty pod.")
            .description("409 conflict with reason not_empty or default_pod otherwise.")
            .permission(Permission.POD_DELETE)
            .field(Ids.POD)
            .errors(ErrorCode.CONFLICT)
            .answersNoContent("Deleted.")
            .handledBy(
                call -> {
                  mailbox.pods().delete(call.caller(), call.get(Ids.POD));
                  return Response.noContent();
                }));
  }

  private Response createPod(Request call) {
    Pods.NewPod request =
        new Pods.NewPod(call.find(NAME).orElse(null), call.find(CLIENT_ID).orElse(null));
    return Response.ok(POD, mailbox.pods().create(call.caller(), request, call.once(200, POD)));
  }

  private Response erase(Request call) {
    return Response.ok(
        ERASURE,
        mailbox
            .erasure()
            .erase(call.caller(), call.get(ADDRESS), call.get(DRY_RUN), call.once(200, ERASURE)));
  }
}
