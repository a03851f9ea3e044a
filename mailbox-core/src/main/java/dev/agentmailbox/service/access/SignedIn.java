package dev.agentmailbox.service.access;

import dev.agentmailbox.access.SessionCookie;

/** A newly opened session. */
public record SignedIn(SessionCookie cookie, Profile profile) {}
