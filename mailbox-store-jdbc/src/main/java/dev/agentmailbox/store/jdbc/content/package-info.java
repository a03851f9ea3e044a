/**
 * Raw messages as files of a directory or as rows of their own. Not here: the rows that name them.
 */
@NullMarked
package dev.agentmailbox.store.jdbc.content;

import org.jspecify.annotations.NullMarked;
