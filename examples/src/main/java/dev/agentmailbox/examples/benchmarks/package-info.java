/** Peers and ceilings for the benchmarks. Not here: the run itself, see {@code benchmarks/run}. */
@NullMarked
package dev.agentmailbox.examples.benchmarks;

import org.jspecify.annotations.NullMarked;
