/** Work that time asks for, not a caller. Not here: handing mail over. */
@NullMarked
package dev.agentmailbox.flow.upkeep;

import org.jspecify.annotations.NullMarked;
