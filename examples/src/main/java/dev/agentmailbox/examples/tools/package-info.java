/**
 * The tools of a mailbox in the process of an agent, for frameworks that call models themselves.
 */
@NullMarked
package dev.agentmailbox.examples.tools;

import org.jspecify.annotations.NullMarked;
