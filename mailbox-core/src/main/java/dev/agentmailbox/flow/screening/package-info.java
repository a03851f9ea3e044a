/**
 * Looks at inbound mail step by step: is it spam, can it harm, does it talk to a model. Not here:
 * what follows from it, which intake decides by the policy.
 */
@NullMarked
package dev.agentmailbox.flow.screening;

import org.jspecify.annotations.NullMarked;
