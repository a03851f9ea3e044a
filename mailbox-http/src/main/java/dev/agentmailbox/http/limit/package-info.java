/**
 * Who is calling from where, and how often they may. Not here: daily quotas, which are exact and
 * counted by the core.
 */
@NullMarked
package dev.agentmailbox.http.limit;

import org.jspecify.annotations.NullMarked;
