package dev.agentmailbox.memory;

import dev.agentmailbox.port.AddressContract;
import dev.agentmailbox.port.ApiKeyStoreContract;
import dev.agentmailbox.port.ApprovalStoreContract;
import dev.agentmailbox.port.ContentStoreContract;
import dev.agentmailbox.port.DraftStoreContract;
import dev.agentmailbox.port.EventCountStoreContract;
import dev.agentmailbox.port.EventLogContract;
import dev.agentmailbox.port.HumanStoreContract;
import dev.agentmailbox.port.IdempotencyStoreContract;
import dev.agentmailbox.port.InboxStoreContract;
import dev.agentmailbox.port.ListStoreContract;
import dev.agentmailbox.port.MailboxStore;
import dev.agentmailbox.port.MailboxStoreContract;
import dev.agentmailbox.port.MessageRangeContract;
import dev.agentmailbox.port.MessageStoreContract;
import dev.agentmailbox.port.NoticeStoreContract;
import dev.agentmailbox.port.OrganizationStoreContract;
import dev.agentmailbox.port.OutboxContract;
import dev.agentmailbox.port.PodStoreContract;
import dev.agentmailbox.port.SearchStoreContract;
import dev.agentmailbox.port.SendStoreContract;
import dev.agentmailbox.port.SessionStoreContract;
import dev.agentmailbox.port.SettingStoreContract;
import dev.agentmailbox.port.ThreadRangeContract;
import dev.agentmailbox.port.ThreadStoreContract;
import dev.agentmailbox.port.UsageStoreContract;
import dev.agentmailbox.port.WebhookStoreContract;
import org.junit.jupiter.api.Nested;

/** The in-memory store keeps every promise of the ports. */
class InMemoryStoreContractTest {
  private final MailboxStore store = new InMemoryStore();

  @Nested
  class Transactions implements MailboxStoreContract {
    @Override
    public MailboxStore store() {
      return store;
    }
  }

  @Nested
  class OrganizationStore implements OrganizationStoreContract {
    @Override
    public MailboxStore store() {
      return store;
    }
  }

  @Nested
  class PodStore implements PodStoreContract {
    @Override
    public MailboxStore store() {
      return store;
    }
  }

  @Nested
  class InboxStore implements InboxStoreContract {
    @Override
    public MailboxStore store() {
      return store;
    }
  }

  @Nested
  class Address implements AddressContract {
    @Override
    public MailboxStore store() {
      return store;
    }
  }

  @Nested
  class ApiKeyStore implements ApiKeyStoreContract {
    @Override
    public MailboxStore store() {
      return store;
    }
  }

  @Nested
  class MessageStore implements MessageStoreContract {
    @Override
    public MailboxStore store() {
      return store;
    }
  }

  @Nested
  class MessageRange implements MessageRangeContract {
    @Override
    public MailboxStore store() {
      return store;
    }
  }

  @Nested
  class ThreadStore implements ThreadStoreContract {
    @Override
    public MailboxStore store() {
      return store;
    }
  }

  @Nested
  class ThreadRange implements ThreadRangeContract {
    @Override
    public MailboxStore store() {
      return store;
    }
  }

  @Nested
  class SearchStore implements SearchStoreContract {
    @Override
    public MailboxStore store() {
      return store;
    }
  }

  @Nested
  class SendStore implements SendStoreContract {
    @Override
    public MailboxStore store() {
      return store;
    }
  }

  @Nested
  class Outbox implements OutboxContract {
    @Override
    public MailboxStore store() {
      return store;
    }
  }

  @Nested
  class DraftStore implements DraftStoreContract {
    @Override
    public MailboxStore store() {
      return store;
    }
  }

  @Nested
  class ApprovalStore implements ApprovalStoreContract {
    @Override
    public MailboxStore store() {
      return store;
    }
  }

  @Nested
  class ListStore implements ListStoreContract {
    @Override
    public MailboxStore store() {
      return store;
    }
  }

  @Nested
  class NoticeStore implements NoticeStoreContract {
    @Override
    public MailboxStore store() {
      return store;
    }
  }

  @Nested
  class EventLog implements EventLogContract {
    @Override
    public MailboxStore store() {
      return store;
    }
  }

  @Nested
  class UsageStore implements UsageStoreContract {
    @Override
    public MailboxStore store() {
      return store;
    }
  }

  @Nested
  class IdempotencyStore implements IdempotencyStoreContract {
    @Override
    public MailboxStore store() {
      return store;
    }
  }

  @Nested
  class SettingStore implements SettingStoreContract {
    @Override
    public MailboxStore store() {
      return store;
    }
  }

  @Nested
  class HumanStore implements HumanStoreContract {
    @Override
    public MailboxStore store() {
      return store;
    }
  }

  @Nested
  class SessionStore implements SessionStoreContract {
    @Override
    public MailboxStore store() {
      return store;
    }
  }

  @Nested
  class EventCountStore implements EventCountStoreContract {
    @Override
    public MailboxStore store() {
      return store;
    }
  }

  @Nested
  class WebhookStore implements WebhookStoreContract {
    @Override
    public MailboxStore store() {
      return store;
    }
  }

  @Nested
  class ContentStore implements ContentStoreContract {
    @Override
    public MailboxStore store() {
      return store;
    }
  }
}
