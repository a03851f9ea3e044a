/** Bounded HTML parsing: text, visibility, links, sanitized markup. Not here: parts and headers. */
@NullMarked
package dev.agentmailbox.mime.html;

import org.jspecify.annotations.NullMarked;
