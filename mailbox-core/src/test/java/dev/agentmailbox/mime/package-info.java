/** Tests of MIME in and out, hostile input included. */
@NullMarked
package dev.agentmailbox.mime;

import org.jspecify.annotations.NullMarked;
