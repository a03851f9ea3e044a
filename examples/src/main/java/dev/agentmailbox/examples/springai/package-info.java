/** A Spring AI agent on a server. Not here: a model; the test uses a scripted one. */
@NullMarked
package dev.agentmailbox.examples.springai;

import org.jspecify.annotations.NullMarked;
