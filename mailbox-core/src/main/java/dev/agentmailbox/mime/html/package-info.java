/**
 * The bounded door to HTML: text, visibility, links, what is safe to show. Not here: parts and
 * headers.
 */
@NullMarked
package dev.agentmailbox.mime.html;

import org.jspecify.annotations.NullMarked;
