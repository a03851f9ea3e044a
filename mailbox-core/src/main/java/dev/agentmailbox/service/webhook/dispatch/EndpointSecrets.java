package dev.agentmailbox.service.webhook.dispatch;

import dev.agentmailbox.access.Vault;
import dev.agentmailbox.webhook.SigningSecret;
import dev.agentmailbox.webhook.WebhookEndpoint;
import dev.agentmailbox.webhook.WebhookEndpoint.SealedSecret;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Seals and opens the secrets and header values of endpoints. A sealed value is bound to its
 * endpoint and purpose: moved to another row it does not open. Thread safe.
 */
public final class EndpointSecrets {
  private final Vault vault;

  public EndpointSecrets(Vault vault) {
    this.vault = vault;
  }

  /** Seals the newest secret of an endpoint. */
  public SealedSecret seal(String organizationId, String webhookId, SigningSecret secret) {
    return new SealedSecret(
        vault.seal(secret.reveal(), owner(organizationId, webhookId, "secret")), null);
  }

  /** Seals the values of custom headers. */
  public Map<String, String> seal(
      String organizationId, String webhookId, Map<String, String> headers) {
    Map<String, String> sealed = new LinkedHashMap<>();
    headers.forEach(
        (name, value) ->
            sealed.put(
                name, vault.seal(value, owner(organizationId, webhookId, "header " + name))));
    return sealed;
  }

  SigningSecret open(WebhookEndpoint endpoint, SealedSecret secret) {
    return SigningSecret.of(vault.open(secret.sealed(), owner(endpoint, "secret")));
  }

  /** Opens the values of custom headers. */
  Map<String, String> openHeaders(WebhookEndpoint endpoint) {
    Map<String, String> opened = new LinkedHashMap<>();
    endpoint
        .headers()
        .forEach(
            (name, value) ->
                opened.put(name, vault.open(value, owner(endpoint, "header " + name))));
    return opened;
  }

  private static String owner(WebhookEndpoint endpoint, String what) {
    return owner(endpoint.organizationId(), endpoint.id(), what);
  }

  private static String owner(String organizationId, String webhookId, String what) {
    return "webhook " + organizationId + ' ' + webhookId + ' ' + what;
  }
}
