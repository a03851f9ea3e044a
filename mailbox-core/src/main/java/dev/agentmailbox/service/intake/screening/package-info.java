/**
 * Looks at inbound mail step by step: spam, dangerous attachments, instructions to a model. Not
 * here: what follows from a finding.
 */
@NullMarked
package dev.agentmailbox.service.intake.screening;

import org.jspecify.annotations.NullMarked;
