/**
 * Shared by all features: access checks, idempotency, rate limits, filtered paging, work signals.
 * Each feature has a subpackage; {@code ArchitectureTest} lists the allowed dependencies. Not here:
 * anything specific to one feature.
 */
@NullMarked
package dev.agentmailbox.service;

import org.jspecify.annotations.NullMarked;
