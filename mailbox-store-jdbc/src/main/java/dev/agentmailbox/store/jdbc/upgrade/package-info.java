/** Steps of migrations that SQL cannot do. Not here: which runs when. */
@NullMarked
package dev.agentmailbox.store.jdbc.upgrade;

import org.jspecify.annotations.NullMarked;
