/** The tools of a mailbox in the process of an agent, for three more frameworks. */
package dev.agentmailbox.examples.frameworks;
