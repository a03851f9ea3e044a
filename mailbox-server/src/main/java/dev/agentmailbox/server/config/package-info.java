/**
 * Settings from the environment and a properties file, and the secrets of a data directory. Not
 * here: what the settings do.
 */
@NullMarked
package dev.agentmailbox.server.config;

import org.jspecify.annotations.NullMarked;
