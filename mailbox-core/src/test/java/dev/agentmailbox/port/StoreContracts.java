package dev.agentmailbox.port;

import org.junit.jupiter.api.Nested;

/**
 * Every contract there is, each listed once: a test class of a store extends this and so runs them
 * all, those that are written later too.
 */
public abstract class StoreContracts {
  /** The store of the running test: the same one at each call, empty when the test begins. */
  protected abstract MailboxStore store();

  /** One contract, held against the store of the test class. */
  private abstract class OfTheStore implements StoreContract {
    @Override
    public MailboxStore store() {
      return StoreContracts.this.store();
    }
  }

  @Nested
  class Transactions extends OfTheStore implements MailboxStoreContract {}

  @Nested
  class OrganizationStore extends OfTheStore implements OrganizationStoreContract {}

  @Nested
  class PodStore extends OfTheStore implements PodStoreContract {}

  @Nested
  class InboxStore extends OfTheStore implements InboxStoreContract {}

  @Nested
  class Address extends OfTheStore implements AddressContract {}

  @Nested
  class ApiKeyStore extends OfTheStore implements ApiKeyStoreContract {}

  @Nested
  class MessageStore extends OfTheStore implements MessageStoreContract {}

  @Nested
  class MessageRange extends OfTheStore implements MessageRangeContract {}

  @Nested
  class ThreadStore extends OfTheStore implements ThreadStoreContract {}

  @Nested
  class ThreadRange extends OfTheStore implements ThreadRangeContract {}

  @Nested
  class SearchStore extends OfTheStore implements SearchStoreContract {}

  @Nested
  class SendStore extends OfTheStore implements SendStoreContract {}

  @Nested
  class Outbox extends OfTheStore implements OutboxContract {}

  @Nested
  class DraftStore extends OfTheStore implements DraftStoreContract {}

  @Nested
  class ApprovalStore extends OfTheStore implements ApprovalStoreContract {}

  @Nested
  class ListStore extends OfTheStore implements ListStoreContract {}

  @Nested
  class NoticeStore extends OfTheStore implements NoticeStoreContract {}

  @Nested
  class EventLog extends OfTheStore implements EventLogContract {}

  @Nested
  class UsageStore extends OfTheStore implements UsageStoreContract {}

  @Nested
  class IdempotencyStore extends OfTheStore implements IdempotencyStoreContract {}

  @Nested
  class SettingStore extends OfTheStore implements SettingStoreContract {}

  @Nested
  class HumanStore extends OfTheStore implements HumanStoreContract {}

  @Nested
  class SessionStore extends OfTheStore implements SessionStoreContract {}

  @Nested
  class SignUpStore extends OfTheStore implements SignUpStoreContract {}

  @Nested
  class EntranceStore extends OfTheStore implements EntranceStoreContract {}

  @Nested
  class PasskeyStore extends OfTheStore implements PasskeyStoreContract {}

  @Nested
  class GrantStore extends OfTheStore implements GrantStoreContract {}

  @Nested
  class EventCountStore extends OfTheStore implements EventCountStoreContract {}

  @Nested
  class WebhookStore extends OfTheStore implements WebhookStoreContract {}

  @Nested
  class ContentStore extends OfTheStore implements ContentStoreContract {}

  @Nested
  class LivePlaceStore extends OfTheStore implements LivePlaceStoreContract {}
}
