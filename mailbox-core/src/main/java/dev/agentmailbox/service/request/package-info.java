/**
 * Access checks, idempotency, rate limits, paging and partial updates: what every call begins with.
 * Not here: the behaviour of a feature.
 */
@NullMarked
package dev.agentmailbox.service.request;

import org.jspecify.annotations.NullMarked;
