/**
 * A Jakarta Mail transport, with which a program that sends a {@code MimeMessage} sends through the
 * release step by changing only its session. Not here: header fields other than subject and
 * recipients, which senders cannot set; threading, see {@code Agent.reply}; access to a server in
 * another process, see the HTTP API.
 */
@NullMarked
package dev.agentmailbox.jakarta;

import org.jspecify.annotations.NullMarked;
