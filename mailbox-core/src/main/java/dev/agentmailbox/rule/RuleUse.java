package dev.agentmailbox.rule;

import java.time.Instant;

/**
 * A send that left without an approval because of a rule.
 *
 * @param inboxId lower-case address of its inbox
 */
public record RuleUse(
    String organizationId, String ruleId, String sendId, String inboxId, Instant usedAt) {}
