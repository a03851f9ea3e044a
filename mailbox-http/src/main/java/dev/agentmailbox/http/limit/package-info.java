/** Client addresses and rate limits. Not here: daily quotas, which the core counts exactly. */
@NullMarked
package dev.agentmailbox.http.limit;

import org.jspecify.annotations.NullMarked;
