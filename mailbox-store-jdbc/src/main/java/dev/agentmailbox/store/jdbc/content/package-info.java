/** Raw messages in a directory, the database or a bucket. Not here: the rows that refer to them. */
@NullMarked
package dev.agentmailbox.store.jdbc.content;

import org.jspecify.annotations.NullMarked;
