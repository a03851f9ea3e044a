/**
 * What a JSON value may look like: reads it, collecting every problem, prints its JSON Schema, and
 * writes answers. Not here: operations and routes.
 */
@NullMarked
package dev.agentmailbox.http.shape;

import org.jspecify.annotations.NullMarked;
