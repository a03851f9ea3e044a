/** Rules by which mail leaves without an approval, and what each of them let through. */
@NullMarked
package dev.agentmailbox.rule;

import org.jspecify.annotations.NullMarked;
