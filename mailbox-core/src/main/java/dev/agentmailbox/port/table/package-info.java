/** Tables that are declared once and stored in the same way everywhere. Not here: any store. */
@NullMarked
package dev.agentmailbox.port.table;

import org.jspecify.annotations.NullMarked;
