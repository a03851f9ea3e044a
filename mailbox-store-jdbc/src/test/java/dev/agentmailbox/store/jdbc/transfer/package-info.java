/** Tests of what export, import and verification are made of. */
@NullMarked
package dev.agentmailbox.store.jdbc.transfer;

import org.jspecify.annotations.NullMarked;
