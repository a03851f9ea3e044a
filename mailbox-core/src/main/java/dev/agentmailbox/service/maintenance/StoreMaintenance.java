package dev.agentmailbox.service.maintenance;

import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.service.work.MaintenanceTask;

/** Runs the store's housekeeping. Thread safe. */
public final class StoreMaintenance implements MaintenanceTask {
  private final MailboxContext context;

  public StoreMaintenance(MailboxContext context) {
    this.context = context;
  }

  @Override
  public String name() {
    return "store maintenance";
  }

  @Override
  public int run() {
    return context.store().tidy(context.now());
  }
}
