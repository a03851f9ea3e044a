/**
 * What every feature uses: access checks, idempotency, rate limits, paging through filters, work
 * signals. Each feature has a package below this one; {@code ArchitectureTest} lists which of them
 * may use which. Not here: anything that belongs to one feature.
 */
@NullMarked
package dev.agentmailbox.service;

import org.jspecify.annotations.NullMarked;
