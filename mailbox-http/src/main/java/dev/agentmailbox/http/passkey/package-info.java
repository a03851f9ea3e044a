/**
 * Web Authentication for the console: parsing and verification of browser responses. Not here:
 * challenges, limits and sessions, which are in the core.
 */
@NullMarked
package dev.agentmailbox.http.passkey;

import org.jspecify.annotations.NullMarked;
