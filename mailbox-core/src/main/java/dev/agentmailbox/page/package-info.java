/**
 * Pages of a list: what was asked for, where it ended. Not here: signed tokens; a door that needs
 * them makes them.
 */
@NullMarked
package dev.agentmailbox.page;

import org.jspecify.annotations.NullMarked;
