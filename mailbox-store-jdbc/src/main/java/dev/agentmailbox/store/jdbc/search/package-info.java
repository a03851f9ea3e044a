/**
 * The search index: words of recent messages individually, of older ones in blocks. Not here:
 * scheduling of block creation.
 */
@NullMarked
package dev.agentmailbox.store.jdbc.search;

import org.jspecify.annotations.NullMarked;
