/**
 * Assembles the operation table of the API. Not here: the rows, which are in one package per
 * feature.
 */
@NullMarked
package dev.agentmailbox.http.api;

import org.jspecify.annotations.NullMarked;
