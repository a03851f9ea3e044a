/**
 * The OpenAPI document, generated from the operation table, its examples, and the pages that show
 * it.
 */
@NullMarked
package dev.agentmailbox.http.docs;

import org.jspecify.annotations.NullMarked;
