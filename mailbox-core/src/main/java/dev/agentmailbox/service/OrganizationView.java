package dev.agentmailbox.service;

import dev.agentmailbox.account.Organization;
import dev.agentmailbox.port.StoreTransaction;

/**
 * An organization with what is counted of it when it is shown.
 *
 * @param storedBytes bytes of mail and of files of drafts in all its inboxes now
 */
public record OrganizationView(Organization organization, long storedBytes) {
  public static OrganizationView of(StoreTransaction tx, Organization organization) {
    return new OrganizationView(
        organization, tx.usage().storedBytes(organization.id(), organization.id()));
  }
}
