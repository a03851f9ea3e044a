/**
 * RFC 5322 and MIME, in and out: {@link dev.agentmailbox.mime.MimeReader} and {@link
 * dev.agentmailbox.mime.MimeWriter}. Not here: storage, decisions, authentication and delivery.
 *
 * <p>The part tree is found by one linear pass of our own, so that limits hold before anything
 * costs time or memory and no {@code mail.mime.*} system property of the embedding process is
 * touched.
 */
@NullMarked
package dev.agentmailbox.mime;

import org.jspecify.annotations.NullMarked;
