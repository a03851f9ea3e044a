/**
 * Rows that several features write or remove: events, contents, drafts, and the view of an
 * organization with its storage use. Not here: rows of one feature.
 */
@NullMarked
package dev.agentmailbox.service.record;

import org.jspecify.annotations.NullMarked;
