package dev.agentmailbox.service.record;

import dev.agentmailbox.port.MailboxContext;
import java.io.IOException;
import java.util.Collection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes content outside a transaction, after the rows that referenced it are gone. What a crash
 * leaves behind is swept at the next start. Thread safe.
 */
public final class ContentRemoval {
  private static final Logger LOG = LoggerFactory.getLogger(ContentRemoval.class);

  private final MailboxContext context;

  public ContentRemoval(MailboxContext context) {
    this.context = context;
  }

  /** Deletes content that no message, send or draft references. */
  public void deleteUnnamed(Collection<String> contentKeys) {
    for (String key : contentKeys) {
      boolean named = context.read(tx -> tx.messages().namesContent(key));
      if (!named) {
        delete(key);
      }
    }
  }

  private void delete(String key) {
    try {
      context.store().content().delete(key);
    } catch (IOException e) {
      LOG.warn("content {} could not be deleted and is left to the next sweep", key, e);
    }
  }
}
