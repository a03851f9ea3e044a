/**
 * API keys, sessions, step-up and passkeys: how a caller proves who it is. Not here: how people
 * join, and grants of programs.
 */
@NullMarked
package dev.agentmailbox.service.access;

import org.jspecify.annotations.NullMarked;
