package dev.agentmailbox.service.record;

import dev.agentmailbox.account.Organization;
import dev.agentmailbox.port.StoreTransaction;

/**
 * An organization with its storage use.
 *
 * @param storedBytes bytes of messages and draft attachments in all its inboxes
 */
public record OrganizationView(Organization organization, long storedBytes) {
  public static OrganizationView of(StoreTransaction tx, Organization organization) {
    return new OrganizationView(
        organization, tx.usage().storedBytes(organization.id(), organization.id()));
  }
}
