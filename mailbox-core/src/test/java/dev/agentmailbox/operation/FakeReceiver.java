package dev.agentmailbox.operation;

import dev.agentmailbox.port.ContentStore;
import dev.agentmailbox.port.MailReceiver;
import dev.agentmailbox.port.MailboxStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Takes mail in process and remembers the envelopes. */
public final class FakeReceiver implements MailReceiver {
  public final List<Envelope> accepted = new ArrayList<>();
  public final Map<String, RecipientAnswer> answers = new HashMap<>();
  public @Nullable ReceiveException failure;
  private final MailboxStore store;

  FakeReceiver(MailboxStore store) {
    this.store = store;
  }

  @Override
  public RecipientAnswer judge(String recipient) {
    return answers.getOrDefault(recipient, RecipientAnswer.ACCEPTED);
  }

  @Override
  public ContentStore.Spool spool() throws IOException {
    return store.content().spool();
  }

  @Override
  public void accept(Envelope envelope, ContentStore.Spool spooled) throws ReceiveException {
    if (failure != null) {
      throw failure;
    }
    accepted.add(envelope);
  }
}
