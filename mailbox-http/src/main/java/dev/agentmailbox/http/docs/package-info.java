/**
 * The OpenAPI document, generated from the operation table, its examples, and the page that shows
 * it.
 */
@NullMarked
package dev.agentmailbox.http.docs;

import org.jspecify.annotations.NullMarked;
