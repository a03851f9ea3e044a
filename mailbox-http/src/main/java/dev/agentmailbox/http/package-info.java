/**
 * The front door of the HTTP interface: its settings, start and stop. Not here: the rules of any
 * one operation.
 */
@NullMarked
package dev.agentmailbox.http;

import org.jspecify.annotations.NullMarked;
