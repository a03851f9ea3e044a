/**
 * What a caller may ask; each call checks scope and permission first. Not here: HTTP, JSON and
 * storage.
 */
@NullMarked
package dev.agentmailbox.operation;

import org.jspecify.annotations.NullMarked;
