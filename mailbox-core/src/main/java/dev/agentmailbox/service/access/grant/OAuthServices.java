package dev.agentmailbox.service.access.grant;

import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.access.ClientDocuments;
import dev.agentmailbox.service.access.ApiKeys;
import dev.agentmailbox.service.access.Codes;
import dev.agentmailbox.service.request.IdempotencyRunner;
import dev.agentmailbox.webhook.WebhookAddress;

/** The OAuth services. Thread safe. */
public record OAuthServices(GrantClients clients, Grants grants, GrantTokens tokens) {
  /**
   * Creates the services.
   *
   * @param addresses URLs allowed for metadata documents
   */
  public static OAuthServices of(
      MailboxContext context,
      IdempotencyRunner runner,
      Codes codes,
      ApiKeys apiKeys,
      ClientDocuments documents,
      WebhookAddress addresses) {
    GrantClients clients = new GrantClients(context, codes, documents, addresses);
    return new OAuthServices(
        clients, new Grants(context, runner, clients, apiKeys), new GrantTokens(context));
  }
}
