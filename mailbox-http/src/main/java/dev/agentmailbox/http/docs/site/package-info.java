/** The documentation as a site: the Markdown of the repository as HTML. */
@NullMarked
package dev.agentmailbox.http.docs.site;

import org.jspecify.annotations.NullMarked;
