/** RFC 9457 problem documents. Not here: the decision to refuse a request. */
@NullMarked
package dev.agentmailbox.http.problem;

import org.jspecify.annotations.NullMarked;
