/** RFC 5322 and MIME, in and out. Not here: storage, decisions and delivery. */
@NullMarked
package dev.agentmailbox.mime;

import org.jspecify.annotations.NullMarked;
