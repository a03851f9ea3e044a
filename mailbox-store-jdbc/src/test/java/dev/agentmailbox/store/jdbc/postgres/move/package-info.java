@NullMarked
package dev.agentmailbox.store.jdbc.postgres.move;

import org.jspecify.annotations.NullMarked;
