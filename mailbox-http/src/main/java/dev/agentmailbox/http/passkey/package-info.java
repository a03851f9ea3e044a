/**
 * Web Authentication for the console: what a browser answered is read and checked here. Not here:
 * challenges, limits and sessions, which the core keeps.
 */
@NullMarked
package dev.agentmailbox.http.passkey;

import org.jspecify.annotations.NullMarked;
