package dev.agentmailbox.port;

import dev.agentmailbox.event.Event;
import dev.agentmailbox.port.access.ApiKeyStore;
import dev.agentmailbox.port.access.GrantClientStore;
import dev.agentmailbox.port.access.GrantStore;
import dev.agentmailbox.port.access.PasskeyStore;
import dev.agentmailbox.port.access.SessionStore;
import dev.agentmailbox.port.access.SignInCodeStore;
import dev.agentmailbox.port.account.ClaimStore;
import dev.agentmailbox.port.account.DirectedCodeStore;
import dev.agentmailbox.port.account.HumanStore;
import dev.agentmailbox.port.account.InviteStore;
import dev.agentmailbox.port.account.MemberStore;
import dev.agentmailbox.port.account.OrganizationStore;
import dev.agentmailbox.port.account.PodStore;
import dev.agentmailbox.port.account.UsageStore;
import dev.agentmailbox.port.account.WaitlistStore;
import dev.agentmailbox.port.event.DeliveryStore;
import dev.agentmailbox.port.event.EndpointCursorStore;
import dev.agentmailbox.port.event.EventCountStore;
import dev.agentmailbox.port.event.EventLog;
import dev.agentmailbox.port.event.WebhookStore;
import dev.agentmailbox.port.message.ContactStore;
import dev.agentmailbox.port.message.InboxStore;
import dev.agentmailbox.port.message.ListStore;
import dev.agentmailbox.port.message.MessageStore;
import dev.agentmailbox.port.message.SearchStore;
import dev.agentmailbox.port.message.ThreadStore;
import dev.agentmailbox.port.sending.ApprovalStore;
import dev.agentmailbox.port.sending.DraftStore;
import dev.agentmailbox.port.sending.SendStore;
import dev.agentmailbox.usage.Counter;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * One transaction. Valid only inside the work it was given to, on that thread.
 *
 * <p>Events and counts are collected and written as the last statements before the commit: their
 * rows are shared by a whole organization and must be locked as briefly as possible.
 */
public interface StoreTransaction {
  OrganizationStore organizations();

  PodStore pods();

  InboxStore inboxes();

  ApiKeyStore apiKeys();

  MessageStore messages();

  ThreadStore threads();

  SearchStore search();

  SendStore sends();

  DraftStore drafts();

  ApprovalStore approvals();

  NoticeStore notices();

  ListStore lists();

  ContactStore contacts();

  EventLog events();

  UsageStore usage();

  IdempotencyStore idempotency();

  SettingStore settings();

  ReceiptStore receipts();

  HumanStore humans();

  MemberStore members();

  SessionStore sessions();

  SignInCodeStore codes();

  RateLimitStore rateLimits();

  EventCountStore eventCounts();

  WebhookStore webhooks();

  EndpointCursorStore endpointCursors();

  DeliveryStore deliveries();

  DirectedCodeStore directedCodes();

  ClaimStore claims();

  WaitlistStore waitlist();

  InviteStore invites();

  PasskeyStore passkeys();

  ConnectionLeaseStore connectionLeases();

  GrantClientStore grantClients();

  GrantStore grants();

  /**
   * Takes a lock that belongs to no row and holds it until this transaction ends; another that
   * takes the same one waits. Only for writing transactions.
   *
   * @param name one of a fixed few
   */
  void lock(String name);

  /**
   * Appends an event to its organization's log when the transaction commits. Events of one
   * transaction keep their order in each log.
   */
  void publish(Event event);

  /**
   * Adds to a day's counters of the organization and, when named, of the pod and the inbox.
   *
   * @param date the UTC day
   * @param amount not negative
   */
  void count(
      String organizationId,
      @Nullable String podId,
      @Nullable String inboxId,
      LocalDate date,
      Counter counter,
      long amount);
}
