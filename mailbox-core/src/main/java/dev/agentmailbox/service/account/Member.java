package dev.agentmailbox.service.account;

import dev.agentmailbox.account.Human;
import dev.agentmailbox.account.Membership;

/** A human as a member of an organization. */
public record Member(Human human, Membership membership) {}
