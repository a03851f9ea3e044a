/** A LangChain4j agent on a server. Not here: a model; the test uses a scripted one. */
@NullMarked
package dev.agentmailbox.examples.langchain.mcp;

import org.jspecify.annotations.NullMarked;
