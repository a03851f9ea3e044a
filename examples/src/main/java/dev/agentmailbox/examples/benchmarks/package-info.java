/** Peers and baselines of the benchmarks. Not here: running them, see {@code benchmarks/run}. */
@NullMarked
package dev.agentmailbox.examples.benchmarks;

import org.jspecify.annotations.NullMarked;
