/**
 * A disk in memory that forgets, tears and reorders what was not forced, fails at a chosen call and
 * fills up. {@link dev.agentmailbox.store.h2.disk.SimulatedDisk} is where a test begins.
 */
@NullMarked
package dev.agentmailbox.store.h2.disk;

import org.jspecify.annotations.NullMarked;
