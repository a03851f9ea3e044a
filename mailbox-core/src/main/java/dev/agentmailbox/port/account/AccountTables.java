package dev.agentmailbox.port.account;

import static dev.agentmailbox.port.table.Column.choice;
import static dev.agentmailbox.port.table.Column.flag;
import static dev.agentmailbox.port.table.Column.nested;
import static dev.agentmailbox.port.table.Column.number;
import static dev.agentmailbox.port.table.Column.object;
import static dev.agentmailbox.port.table.Column.text;
import static dev.agentmailbox.port.table.Column.time;
import static dev.agentmailbox.port.table.Columns.columns;

import dev.agentmailbox.access.DirectedCode;
import dev.agentmailbox.access.Role;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.access.SignUpClaim;
import dev.agentmailbox.account.Human;
import dev.agentmailbox.account.Invite;
import dev.agentmailbox.account.Membership;
import dev.agentmailbox.account.Pod;
import dev.agentmailbox.account.Policy;
import dev.agentmailbox.account.WaitlistAnswers;
import dev.agentmailbox.account.WaitlistEntry;
import dev.agentmailbox.port.table.Index;
import dev.agentmailbox.port.table.TableSpec;

/** Tables of pods, humans and sign-up. */
public final class AccountTables {
  public static final Index<Pod> POD_BY_CLIENT_ID = Index.unique("org_id, client_id");
  public static final Index<Pod> POD_LIST = Index.list("org_id", "created_at, pod_id");
  public static final Index<Pod> PODS_BY_NAME = Index.list("org_id, name", "created_at");

  /** Pods; {@link PodStore} keeps the number of their inboxes. */
  public static final TableSpec<Pod> PODS =
      columns(
              Pod::new,
              text("pod_id", Pod::id),
              text("org_id", Pod::organizationId),
              text("name", Pod::name),
              text("client_id", Pod::clientId),
              number("inbox_count", Pod::inboxCount),
              object("policy", Policy.class, Pod::policy),
              time("created_at", Pod::createdAt),
              time("updated_at", Pod::updatedAt))
          .table("pod", "org_id, pod_id")
          .unique(POD_BY_CLIENT_ID)
          .list(POD_LIST)
          .list(PODS_BY_NAME);

  public static final Index<Human> HUMAN_BY_EMAIL = Index.unique("email");

  /** Humans, by {@code userId}; email addresses are in lower case. */
  public static final TableSpec<Human> HUMANS =
      columns(
              Human::new,
              text("user_id", Human::id),
              text("email", Human::email),
              flag("is_operator", Human::operator),
              choice("status", Human::status, Human.Status::wireName, Human.Status.values()),
              time("created_at", Human::createdAt),
              time("updated_at", Human::updatedAt))
          .table("human", "user_id")
          .unique(HUMAN_BY_EMAIL);

  public static final Index<Membership> MEMBERS_OF_ORGANIZATION =
      Index.list("org_id", "created_at, user_id");
  public static final Index<Membership> MEMBERS_OF_HUMAN =
      Index.list("user_id", "created_at, org_id");

  /** By the wire name of the role; pending members too. */
  public static final Index<Membership> MEMBERS_OF_ROLE =
      Index.list("org_id, member_role", "user_id");

  /** Memberships of humans in organizations, active or pending. */
  public static final TableSpec<Membership> MEMBERS =
      columns(
              Membership::new,
              text("org_id", Membership::organizationId),
              text("user_id", Membership::userId),
              choice("member_role", Membership::role, Role::wireName, Role.values()),
              choice(
                  "member_status",
                  Membership::status,
                  Membership.Status::wireName,
                  Membership.Status.values()),
              time("created_at", Membership::createdAt),
              time("updated_at", Membership::updatedAt))
          .table("membership", "org_id, user_id")
          .list(MEMBERS_OF_ORGANIZATION)
          .list(MEMBERS_OF_HUMAN)
          .list(MEMBERS_OF_ROLE);

  /** The state of a waitlist entry that was assigned. */
  public static final String WAITING = "waiting";

  public static final Index<WaitlistEntry> WAITLIST_ENTRY_BY_TOKEN = Index.unique("token_hash");

  /** By state. */
  public static final Index<WaitlistEntry> WAITLIST_ENTRIES =
      Index.list("entry_state", "created_at, entry_id");

  public static final Index<WaitlistEntry> WAITLIST_ENTRIES_OF_HUMAN =
      Index.list("user_id", "entry_id");
  public static final Index<WaitlistEntry> WAITLIST_EXPIRY = Index.list("", "expires_at, entry_id");

  /** The waitlist. */
  public static final TableSpec<WaitlistEntry> WAITLIST =
      columns(
              WaitlistEntry::new,
              text("entry_id", WaitlistEntry::id),
              text("token_hash", WaitlistEntry::tokenHash),
              text("user_id", WaitlistEntry::userId),
              nested(
                  WaitlistEntry::answers,
                  columns(
                      WaitlistAnswers::new,
                      text("use_case", WaitlistAnswers::useCase),
                      text("monthly_volume", WaitlistAnswers::monthlyVolume),
                      text("industry", WaitlistAnswers::industry),
                      text("framework", WaitlistAnswers::framework),
                      flag("uses_other", WaitlistAnswers::usesOther),
                      text("note", WaitlistAnswers::note))),
              time("created_at", WaitlistEntry::createdAt),
              time("expires_at", WaitlistEntry::expiresAt))
          .and(text("entry_state", entry -> entry.userId() == null ? "open" : WAITING))
          .table("waitlist_entry", "entry_id")
          .unique(WAITLIST_ENTRY_BY_TOKEN)
          .list(WAITLIST_ENTRIES)
          .list(WAITLIST_ENTRIES_OF_HUMAN)
          .list(WAITLIST_EXPIRY);

  public static final Index<Invite> INVITE_BY_HASH = Index.unique("code_hash");
  public static final Index<Invite> INVITE_LIST = Index.list("", "created_at, invite_id");

  /** Invites issued by operators. */
  public static final TableSpec<Invite> INVITES =
      columns(
              Invite::new,
              text("invite_id", Invite::id),
              text("email", Invite::email),
              text("code_hash", Invite::hash),
              text("created_by", Invite::createdBy),
              time("created_at", Invite::createdAt),
              time("expires_at", Invite::expiresAt),
              time("used_at", Invite::usedAt),
              time("revoked_at", Invite::revokedAt))
          .table("invite", "invite_id")
          .unique(INVITE_BY_HASH)
          .list(INVITE_LIST);

  public static final Index<SignUpClaim> CLAIM_BY_HASH = Index.unique("org_id, code_hash");
  public static final Index<SignUpClaim> CLAIM_EXPIRY = Index.list("", "expires_at, inbox_id");

  /** Inboxes created by sign-up and not yet claimed. */
  public static final TableSpec<SignUpClaim> CLAIMS =
      columns(
              SignUpClaim::new,
              text("org_id", SignUpClaim::organizationId),
              text("pod_id", SignUpClaim::podId),
              text("inbox_id", SignUpClaim::inboxId),
              text("key_id", SignUpClaim::keyId),
              text("code_hash", SignUpClaim::hash),
              time("expires_at", SignUpClaim::expiresAt))
          .table("sign_up_claim", "org_id, inbox_id")
          .unique(CLAIM_BY_HASH)
          .list(CLAIM_EXPIRY);

  public static final Index<DirectedCode> DIRECTED_CODE_LIST =
      Index.list("org_id", "created_at, code_id");
  public static final Index<DirectedCode> DIRECTED_CODE_EXPIRY =
      Index.list("", "expires_at, code_id");

  /** Codes with which agents sign up; {@link DirectedCodeStore} keeps their hashes. */
  public static final TableSpec<DirectedCode> DIRECTED_CODES =
      columns(
              DirectedCode::new,
              text("code_id", DirectedCode::id),
              nested(
                  DirectedCode::pod,
                  columns(
                      Scope::pod,
                      text("org_id", Scope::organizationId),
                      text("pod_id", Scope::podId))),
              text("code_hash", DirectedCode::hash),
              text("first_group", DirectedCode::firstGroup),
              text("created_by", DirectedCode::createdBy),
              text("note", DirectedCode::note),
              nested(
                  DirectedCode::life,
                  columns(
                      DirectedCode.Life::new,
                      time("created_at", DirectedCode.Life::createdAt),
                      time("expires_at", DirectedCode.Life::expiresAt),
                      time("used_at", DirectedCode.Life::usedAt),
                      time("revoked_at", DirectedCode.Life::revokedAt))))
          .table("directed_code", "org_id, code_id")
          .list(DIRECTED_CODE_LIST)
          .list(DIRECTED_CODE_EXPIRY);

  /** Which code of which organization has a hash. */
  public record DirectedCodeHash(String hash, String organizationId, String codeId) {}

  public static final TableSpec<DirectedCodeHash> DIRECTED_CODE_HASHES =
      columns(
              DirectedCodeHash::new,
              text("code_hash", DirectedCodeHash::hash),
              text("org_id", DirectedCodeHash::organizationId),
              text("code_id", DirectedCodeHash::codeId))
          .table("directed_code_hash", "code_hash");

  private AccountTables() {}
}
