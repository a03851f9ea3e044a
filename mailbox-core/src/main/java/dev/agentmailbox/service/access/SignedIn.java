package dev.agentmailbox.service.access;

import dev.agentmailbox.access.SessionCookie;

/** A session that was just made. */
public record SignedIn(SessionCookie cookie, Profile profile) {}
