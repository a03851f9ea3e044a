/**
 * The OpenAPI document, generated from the operation table, its examples, and the pages of the
 * documentation, which the build renders.
 */
@NullMarked
package dev.agentmailbox.http.docs;

import org.jspecify.annotations.NullMarked;
