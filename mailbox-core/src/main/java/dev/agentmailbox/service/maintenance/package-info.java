/** Periodic jobs: retention, expiry, digests. Not here: delivery of mail. */
@NullMarked
package dev.agentmailbox.service.maintenance;

import org.jspecify.annotations.NullMarked;
