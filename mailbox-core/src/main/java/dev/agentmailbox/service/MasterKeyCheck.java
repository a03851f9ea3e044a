package dev.agentmailbox.service;

import dev.agentmailbox.access.Vault;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreException;
import java.util.Optional;

/**
 * Finds out at the start whether the master key is the one that secrets were sealed with, and not
 * at the first delivery. Thread safe.
 */
public final class MasterKeyCheck {
  /** A text sealed at the first start: it opens with the right master key only. */
  private static final String SETTING = "master_key_check";

  private final MailboxContext context;
  private final Vault vault;

  public MasterKeyCheck(MailboxContext context, Vault vault) {
    this.context = context;
    this.vault = vault;
  }

  /**
   * Opens what the first start sealed; at the first start, seals it.
   *
   * @throws StoreException the master key is another one
   */
  public void run() {
    Optional<String> sealed = context.store().read(tx -> tx.settings().get(SETTING));
    if (sealed.isEmpty()) {
      String fresh = vault.seal(SETTING, SETTING);
      context
          .store()
          .write(
              tx -> {
                tx.settings().put(SETTING, fresh);
                return true;
              });
      return;
    }
    try {
      String unused = vault.open(sealed.get(), SETTING);
    } catch (IllegalStateException e) {
      throw new StoreException("the master key is not the one this data was sealed with", e);
    }
  }
}
