/** Cryptographic hashes. Not here: keyed hashes, which belong to what holds the key. */
@NullMarked
package dev.agentmailbox.hash;

import org.jspecify.annotations.NullMarked;
