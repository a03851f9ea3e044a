/**
 * An agent of LangChain4j with a mailbox. Not here: a model; the test has one that follows a
 * script.
 */
@NullMarked
package dev.agentmailbox.examples.langchain;

import org.jspecify.annotations.NullMarked;
