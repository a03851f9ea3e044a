/** Reading audit trails. Not here: what is recorded. */
@NullMarked
package dev.agentmailbox.service.audit;

import org.jspecify.annotations.NullMarked;
