/**
 * The OpenAPI document and the reference page, both made from the operation table. Not here: how
 * they are served.
 */
@NullMarked
package dev.agentmailbox.http.docs;

import org.jspecify.annotations.NullMarked;
