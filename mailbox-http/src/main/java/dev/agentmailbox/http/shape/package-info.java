/**
 * Types of JSON values: parsing with all problems collected, JSON Schema, and serialization. Not
 * here: operations and routes.
 */
@NullMarked
package dev.agentmailbox.http.shape;

import org.jspecify.annotations.NullMarked;
