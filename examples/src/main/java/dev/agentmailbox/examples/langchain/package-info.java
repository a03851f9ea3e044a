/** A LangChain4j agent with a mailbox. Not here: a model; the test uses a scripted one. */
@NullMarked
package dev.agentmailbox.examples.langchain;

import org.jspecify.annotations.NullMarked;
