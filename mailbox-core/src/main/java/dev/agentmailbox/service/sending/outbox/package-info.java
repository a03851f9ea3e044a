/**
 * Hand-over of released mail, and the record of each attempt. Not here: release checks and
 * transports.
 */
@NullMarked
package dev.agentmailbox.service.sending.outbox;

import org.jspecify.annotations.NullMarked;
