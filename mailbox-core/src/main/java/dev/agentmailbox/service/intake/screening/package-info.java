/**
 * Screening of inbound mail: spam, dangerous attachments, prompt injection. Not here: the decision
 * based on the findings.
 */
@NullMarked
package dev.agentmailbox.service.intake.screening;

import org.jspecify.annotations.NullMarked;
