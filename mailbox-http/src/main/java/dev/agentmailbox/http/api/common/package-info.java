/**
 * Parts shared by several resources: identifiers, paging, filters, links. Not here: any operation.
 */
@NullMarked
package dev.agentmailbox.http.api.common;

import org.jspecify.annotations.NullMarked;
