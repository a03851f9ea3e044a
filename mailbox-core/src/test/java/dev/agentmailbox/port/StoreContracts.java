package dev.agentmailbox.port;

import dev.agentmailbox.port.access.ApiKeyStoreContract;
import dev.agentmailbox.port.account.OrganizationStoreContract;
import dev.agentmailbox.port.account.PodStoreContract;
import dev.agentmailbox.port.account.SignUpStoreContract;
import dev.agentmailbox.port.account.UsageStoreContract;
import dev.agentmailbox.port.audit.AuditTrailContract;
import dev.agentmailbox.port.event.EndpointCursorStoreContract;
import dev.agentmailbox.port.event.EventCountStoreContract;
import dev.agentmailbox.port.event.EventLogContract;
import dev.agentmailbox.port.message.AddressContract;
import dev.agentmailbox.port.message.ContactStoreContract;
import dev.agentmailbox.port.message.InboxStoreContract;
import dev.agentmailbox.port.message.ListStoreContract;
import dev.agentmailbox.port.message.MessageRangeContract;
import dev.agentmailbox.port.message.MessageStoreContract;
import dev.agentmailbox.port.message.SearchStoreContract;
import dev.agentmailbox.port.message.ThreadRangeContract;
import dev.agentmailbox.port.message.ThreadStoreContract;
import dev.agentmailbox.port.sending.DraftStoreContract;
import dev.agentmailbox.port.sending.OutboxContract;
import dev.agentmailbox.port.sending.SendStoreContract;
import dev.agentmailbox.port.table.TableContract;
import dev.agentmailbox.service.request.RateLimitsContract;
import dev.agentmailbox.service.sending.outcome.BreakerContract;
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
  class Tables extends OfTheStore implements TableContract {}

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
  class ListStore extends OfTheStore implements ListStoreContract {}

  @Nested
  class ContactStore extends OfTheStore implements ContactStoreContract {}

  @Nested
  class EventLog extends OfTheStore implements EventLogContract {}

  @Nested
  class UsageStore extends OfTheStore implements UsageStoreContract {}

  @Nested
  class IdempotencyStore extends OfTheStore implements IdempotencyStoreContract {}

  @Nested
  class SettingStore extends OfTheStore implements SettingStoreContract {}

  @Nested
  class ReceiptStore extends OfTheStore implements ReceiptStoreContract {}

  @Nested
  class RateLimits extends OfTheStore implements RateLimitsContract {}

  @Nested
  class SignUpStore extends OfTheStore implements SignUpStoreContract {}

  @Nested
  class AuditTrail extends OfTheStore implements AuditTrailContract {}

  @Nested
  class EventCountStore extends OfTheStore implements EventCountStoreContract {}

  @Nested
  class EndpointCursorStore extends OfTheStore implements EndpointCursorStoreContract {}

  @Nested
  class ContentStore extends OfTheStore implements ContentStoreContract {}

  @Nested
  class Breaker extends OfTheStore implements BreakerContract {}

  @Nested
  class ConnectionLeaseStore extends OfTheStore implements ConnectionLeaseStoreContract {}
}
