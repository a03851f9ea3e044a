/** Tests of the HTTP interface on real sockets, and what other modules' tests need of it. */
package dev.agentmailbox.http;
