package dev.agentmailbox.service.webhook;

import static dev.agentmailbox.port.event.EventTables.WEBHOOKS;
import static dev.agentmailbox.port.event.EventTables.WEBHOOK_LIST;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.access.Vault;
import dev.agentmailbox.account.Organization;
import dev.agentmailbox.page.Page;
import dev.agentmailbox.page.PagePosition;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.service.webhook.dispatch.EndpointSecrets;
import dev.agentmailbox.webhook.DisabledReason;
import dev.agentmailbox.webhook.SigningSecret;
import dev.agentmailbox.webhook.WebhookEndpoint;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Goes on without a master key that is lost: what it sealed cannot be read. For a stopped service;
 * repeat it after an interruption.
 */
public final class MasterKeyChange {
  private final MailboxContext context;
  private final Vault vault;
  private final EndpointSecrets secrets;
  private final SecureRandom random = new SecureRandom();

  /**
   * @param vault with the new master key
   */
  public MasterKeyChange(MailboxContext context, Vault vault) {
    this.context = context;
    this.vault = vault;
    this.secrets = new EndpointSecrets(vault);
  }

  /**
   * Disables every webhook, gives it a new secret that is not shown, and removes its headers; then
   * the new master key is the right one.
   *
   * @return the number of webhooks
   */
  public int run() {
    int changed = 0;
    PagePosition after = null;
    List<Organization> page = organizations(after);
    while (!page.isEmpty()) {
      for (Organization organization : page) {
        changed += webhooks(Scope.organization(organization.id()));
      }
      Organization last = page.get(page.size() - 1);
      after = new PagePosition(last.createdAt(), last.id());
      page = organizations(after);
    }
    new MasterKeyCheck(context, vault).replace();
    return changed;
  }

  private List<Organization> organizations(@Nullable PagePosition after) {
    return context.read(tx -> tx.organizations().list(page(after)));
  }

  private int webhooks(Scope scope) {
    int changed = 0;
    PagePosition after = null;
    do {
      Page<WebhookEndpoint> page = change(scope, after);
      changed += page.items().size();
      after = page.next();
    } while (after != null);
    return changed;
  }

  private Page<WebhookEndpoint> change(Scope scope, @Nullable PagePosition after) {
    return context.write(
        tx -> {
          Page<WebhookEndpoint> page = WEBHOOK_LIST.page(tx.table(WEBHOOKS), scope, page(after));
          page.items().forEach(endpoint -> change(tx, endpoint));
          return page;
        });
  }

  private void change(StoreTransaction tx, WebhookEndpoint endpoint) {
    tx.table(WEBHOOKS)
        .update(
            endpoint
                .change()
                .secrets(
                    List.of(
                        secrets.seal(
                            endpoint.organizationId(),
                            endpoint.id(),
                            SigningSecret.generate(random))))
                .headers(Map.of())
                .disabled(DisabledReason.HUMAN)
                .at(context.now()));
  }

  private static PageRequest page(@Nullable PagePosition after) {
    return new PageRequest(PageRequest.MAX_LIMIT, after, true);
  }
}
