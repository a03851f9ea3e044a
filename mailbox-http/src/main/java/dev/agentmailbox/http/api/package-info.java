/**
 * The operation table of the API, put together. Not here: the rows, which stand in a package for
 * each feature below.
 */
@NullMarked
package dev.agentmailbox.http.api;

import org.jspecify.annotations.NullMarked;
