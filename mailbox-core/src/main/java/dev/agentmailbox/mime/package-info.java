/**
 * RFC 5322 and MIME: {@link dev.agentmailbox.mime.read.MimeReader} and {@link
 * dev.agentmailbox.mime.write.MimeWriter}. Not here: storage, policy, authentication and delivery.
 *
 * <p>The part tree is parsed by one linear pass instead of a library, so that limits apply before
 * parsing costs time or memory and no {@code mail.mime.*} system property of the embedding process
 * is changed.
 */
@NullMarked
package dev.agentmailbox.mime;

import org.jspecify.annotations.NullMarked;
