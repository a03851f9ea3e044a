package dev.agentmailbox.http.api.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.access.Role;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.http.MailboxFixture;
import dev.agentmailbox.http.MailboxHttp;
import dev.agentmailbox.http.Problems;
import dev.agentmailbox.http.RowObjects;
import dev.agentmailbox.http.TableIT;
import dev.agentmailbox.http.table.AccessRule;
import dev.agentmailbox.http.table.HttpMethod;
import dev.agentmailbox.http.table.Operation;
import dev.agentmailbox.http.table.Trait;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Who may call each row, asked about objects that are there with requests that are right: so that a
 * refusal is a refusal of this caller. {@link TableIT} has what needs no objects: no key, any key
 * on a row for humans.
 */
class PermissionIT {
  /** What an approver may do that only humans may (decisions, section 4). */
  private static final Set<String> OF_APPROVERS =
      Set.of(
          "approveSend",
          "rejectSend",
          "returnSend",
          "undoDecision",
          "listRules",
          "listRuleSends",
          "getApprovalMessage",
          "getApprovalAttachment",
          "listHeldMessages",
          "getRenderedMessage",
          "getRenderedDraft",
          "releaseMessage",
          "lockThread",
          "unlockThread",
          "listMembers",
          "signOut",
          "getProfile",
          "acceptMembership",
          "leaveOrganization",
          "chooseOrganization",
          "requestStepUpCode",
          "redeemInvite",
          "askStepUpPasskey",
          "verifyStepUpPasskey",
          "listPasskeys",
          "askNewPasskey",
          "addPasskey",
          "removePasskey",
          "getPushKey",
          "addPushSubscription",
          "removePushSubscription",
          "verifyStepUpCode");

  /**
   * Keys, webhooks, policy, resume, directed codes, members, operator changes (decisions, section
   * 4).
   */
  private static final List<String> STEPPED_UP =
      List.of(
          "(create|update|revoke)(Pod|Inbox)?ApiKey",
          "(create|update|delete|enable|test|replay)(Pod|Inbox)?Webhook",
          "(rotate|update)(Pod|Inbox)?Webhook(Secret|Headers)",
          "update(Pod|Inbox)?Policy",
          "resumeInbox|resumeSending",
          "createCode|revokeCode|claimInbox|exportAudit",
          "createInvite|revokeInvite|rejectWaiting|updateSignUp",
          "pauseSending|restartSending|updatePlan",
          "createRule|eraseAddress",
          "(add|update|remove)Member");

  @AutoClose private static MailboxFixture fixture;
  private static RowObjects objects;

  @BeforeAll
  static void start() {
    fixture = MailboxFixture.start();
    objects = new RowObjects(fixture);
  }

  private static Stream<DynamicTest> rows(Predicate<Operation> which, Consumer<Operation> test) {
    return fixture.http.table().rows().stream()
        .filter(row -> row.path().text().startsWith("/v0/") && !row.path().hasRest())
        .filter(row -> row.refusal().isEmpty() && row.access() != AccessRule.PUBLIC)
        .filter(row -> !row.is(Trait.RAW_BODY) && !row.id().equals("openWebSocket"))
        .filter(which)
        .map(row -> dynamicTest(row.toString(), () -> test.accept(row)));
  }

  private static HttpResponse<String> call(String key, Operation row) {
    return fixture.call(key, row.method().name(), objects.path(row), objects.body(row));
  }

  private static HttpResponse<String> as(String cookie, Operation row) {
    return fixture.send(
        from(
            MailboxFixture.ORIGIN,
            MailboxHttp.sessionCookie(fixture.settings()) + "=" + cookie,
            row));
  }

  private static String code(HttpResponse<String> response) {
    return response.statusCode() < 400 ? "none" : Problems.code(response);
  }

  private static boolean isForKeys(Operation row) {
    return row.access() != AccessRule.HUMAN;
  }

  private static boolean isForHumansOnly(Operation row) {
    return row.access() == AccessRule.HUMAN;
  }

  // spec Conventions.6, Authentication.4, ErrorCodes.5
  @TestFactory
  Stream<DynamicTest> each_permission_of_a_row_is_needed() {
    return rows(
        row -> isForKeys(row) && !row.permissions().isEmpty(),
        row -> {
          for (Permission one : row.permissions()) {
            Set<Permission> others = EnumSet.allOf(Permission.class);
            others.remove(one);
            HttpResponse<String> response =
                call(fixture.keyWith(fixture.organization(), others), row);
            Problems.assertProblem(403, "missing_permission", response);
          }
        });
  }

  // spec Conventions.6, Authentication.3, ErrorCodes.13
  @TestFactory
  Stream<DynamicTest> what_is_out_of_scope_is_not_there_whatever_is_permitted() {
    return rows(
        row -> isForKeys(row) && objects.namesAnObject(row),
        row -> {
          for (Set<Permission> permissions :
              List.of(EnumSet.allOf(Permission.class), EnumSet.noneOf(Permission.class))) {
            String key = fixture.keyWith(objects.elsewhere, permissions);
            Problems.assertProblem(404, "not_found", call(key, row));
          }
        });
  }

  @TestFactory
  Stream<DynamicTest> what_another_organization_has_is_not_there_for_its_humans() {
    String stranger =
        fixture.signIn(human(Scope.organization("org_other"), Role.OWNER, true, false));
    return rows(
        row ->
            objects.namesAnObject(row)
                && !row.path().text().startsWith("/v0/operator/")
                && !row.path().text().startsWith("/v0/console/"),
        row -> Problems.assertProblem(404, "not_found", as(stranger, row)));
  }

  @TestFactory
  Stream<DynamicTest> an_approver_does_what_approvers_do_and_no_more() {
    String approver = fixture.signIn(human(fixture.organization(), Role.APPROVER, true, false));
    return rows(
        row -> isForHumansOnly(row) && !OF_APPROVERS.contains(row.id()),
        row -> Problems.assertProblem(403, "missing_permission", as(approver, row)));
  }

  @TestFactory
  Stream<DynamicTest> operators_alone_run_the_platform() {
    String owner = fixture.signIn(human(fixture.organization(), Role.OWNER, true, false));
    return rows(
        row -> row.path().text().startsWith("/v0/operator/"),
        row -> Problems.assertProblem(403, "missing_permission", as(owner, row)));
  }

  // spec Authentication.9, ErrorCodes.4
  @TestFactory
  Stream<DynamicTest> a_session_that_was_verified_long_ago_steps_up_first() {
    return rows(
        PermissionIT::needsStepUp,
        row ->
            Problems.assertProblem(
                401,
                "step_up_required",
                as(fixture.signIn(human(fixture.organization(), Role.OWNER, false, true)), row)));
  }

  /** Passkeys ask for it themselves, with their session. */
  @TestFactory
  Stream<DynamicTest> rows_declare_whether_humans_step_up() {
    return rows(
        row -> isForHumansOnly(row) && !row.path().text().startsWith("/v0/console/passkeys"),
        row -> assertEquals(needsStepUp(row), row.errors().contains(ErrorCode.STEP_UP_REQUIRED)));
  }

  private static boolean needsStepUp(Operation row) {
    return isForHumansOnly(row) && STEPPED_UP.stream().anyMatch(row.id()::matches);
  }

  /** On objects of their own: what is not refused is done. */
  @TestFactory
  Stream<DynamicTest> the_other_rows_for_humans_need_no_step_up() {
    return rows(
        row -> isForHumansOnly(row) && !needsStepUp(row),
        row -> {
          try (MailboxFixture own = MailboxFixture.start()) {
            RowObjects mine = new RowObjects(own);
            String stale = own.signIn(human(own.organization(), Role.OWNER, false, true));
            HttpResponse<String> response =
                own.as(stale, row.method().name(), mine.path(row), mine.body(row));
            assertNotEquals("step_up_required", code(response));
            assertNotEquals("missing_permission", code(response));
          }
        });
  }

  @TestFactory
  Stream<DynamicTest> loosening_a_list_is_for_verified_owners() {
    String stale = fixture.signIn(human(fixture.organization(), Role.OWNER, false, false));
    return rows(
        row -> row.id().matches("delete(Pod|Inbox)?ListEntry"),
        row -> {
          Problems.assertProblem(403, "human_required", call(fixture.key, row));
          Problems.assertProblem(401, "step_up_required", as(stale, row));
        });
  }

  // spec ErrorCodes.7
  @TestFactory
  Stream<DynamicTest> a_session_changes_nothing_from_another_origin() {
    String cookie = fixture.signInByCode("owner@localhost");
    return rows(
        row -> row.method() != HttpMethod.GET,
        row -> {
          for (String origin : List.of("", "http://evil.test", "null", "https://localhost:8080")) {
            HttpResponse<String> response = fixture.send(from(origin, cookie, row));
            Problems.assertProblem(403, "origin_mismatch", response);
          }
        });
  }

  @TestFactory
  Stream<DynamicTest> a_session_reads_from_anywhere() {
    String cookie = fixture.signInByCode("owner@localhost");
    return rows(
        row -> row.method() == HttpMethod.GET && row.access() != AccessRule.KEY,
        row ->
            assertFalse(
                Set.of("origin_mismatch", "unauthorized", "missing_permission")
                    .contains(code(fixture.send(from("", cookie, row))))));
  }

  private static HttpRequest.Builder from(String origin, String cookie, Operation row) {
    String body = objects.body(row);
    HttpRequest.Builder request =
        fixture
            .request(objects.path(row))
            .header("Cookie", cookie)
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", "key")
            .method(row.method().name(), publisher(body));
    return origin.isEmpty() ? request : request.header("Origin", origin);
  }

  private static HttpRequest.BodyPublisher publisher(@Nullable String body) {
    return body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body);
  }

  @TestFactory
  Stream<DynamicTest> a_good_request_of_a_permitted_key_is_not_refused_for_its_caller() {
    return rows(
        row -> isForKeys(row) && row.method() == HttpMethod.GET,
        row -> assertEquals("none", code(call(fixture.key, row))));
  }

  private static Caller.Human human(
      Scope scope, Role role, boolean verified, boolean runsPlatform) {
    return new Caller.Human("usr_1", scope, role, role.permissions(), verified, runsPlatform);
  }
}
