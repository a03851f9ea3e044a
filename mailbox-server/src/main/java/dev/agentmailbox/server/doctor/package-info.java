/**
 * What must stand in the domain name system for mail to be believed: the records to publish, and
 * whether they are there. Not here: the delivery, which needs none of it to try.
 */
@NullMarked
package dev.agentmailbox.server.doctor;

import org.jspecify.annotations.NullMarked;
