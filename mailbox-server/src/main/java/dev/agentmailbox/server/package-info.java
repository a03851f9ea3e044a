/**
 * The standalone server: main and wiring, the one place where every part meets. Not here: what the
 * parts do.
 */
@NullMarked
package dev.agentmailbox.server;

import org.jspecify.annotations.NullMarked;
