/** Who is asking and what they may do. Not here: how a key or a session reached us. */
@NullMarked
package dev.agentmailbox.access;

import org.jspecify.annotations.NullMarked;
