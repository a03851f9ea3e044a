/**
 * The DNS records that a mail domain needs: listing them and checking whether they are published.
 * Not here: delivery.
 */
@NullMarked
package dev.agentmailbox.server.doctor;

import org.jspecify.annotations.NullMarked;
