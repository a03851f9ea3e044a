/**
 * What runs or is counted in the background: signals, maintenance tasks, queue depths, the log of
 * mail, memory that runs out. Not here: the workers themselves, which stand with their feature.
 */
@NullMarked
package dev.agentmailbox.service.work;

import org.jspecify.annotations.NullMarked;
