package dev.agentmailbox.service.upkeep;

import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.service.Chore;

/** Gives the storage its time to tidy up after itself. Thread safe. */
public final class StoreUpkeep implements Chore {
  private final MailboxContext context;

  public StoreUpkeep(MailboxContext context) {
    this.context = context;
  }

  @Override
  public String name() {
    return "store upkeep";
  }

  @Override
  public int run() {
    return context.store().tidy(context.now());
  }
}
