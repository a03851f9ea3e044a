/** Keyset pagination. Not here: signed page tokens, which the API layer makes. */
@NullMarked
package dev.agentmailbox.page;

import org.jspecify.annotations.NullMarked;
