/** Drafts. Not here: how a send proceeds. */
@NullMarked
package dev.agentmailbox.service.draft;

import org.jspecify.annotations.NullMarked;
