/** Erasure of what is stored of a person outside the organization. */
@NullMarked
package dev.agentmailbox.service.erasure;

import org.jspecify.annotations.NullMarked;
