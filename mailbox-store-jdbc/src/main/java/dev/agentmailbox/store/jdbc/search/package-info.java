/**
 * The search index: words of recent messages one by one, of older ones in blocks. Not here: when
 * blocks are built.
 */
@NullMarked
package dev.agentmailbox.store.jdbc.search;

import org.jspecify.annotations.NullMarked;
