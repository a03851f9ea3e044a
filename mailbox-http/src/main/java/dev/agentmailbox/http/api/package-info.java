/**
 * The operations of the API as rows: one class for each resource, and the objects they answer. Not
 * here: how a request is read or an answer written, and what an operation does.
 */
@NullMarked
package dev.agentmailbox.http.api;

import org.jspecify.annotations.NullMarked;
