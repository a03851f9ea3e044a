/**
 * The OpenAPI document and the reference page, generated from the operation table. Not here:
 * serving them.
 */
@NullMarked
package dev.agentmailbox.http.docs;

import org.jspecify.annotations.NullMarked;
