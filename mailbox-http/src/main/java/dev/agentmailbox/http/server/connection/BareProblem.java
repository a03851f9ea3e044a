package dev.agentmailbox.http.server.connection;

import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.http.problem.Problem;
import dev.agentmailbox.id.IdFactory;
import dev.agentmailbox.id.IdPrefix;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Problem documents for connections without a parsed request. Immutable.
 *
 * @param docsUrl URL of the reference, without a trailing slash
 */
public record BareProblem(IdFactory ids, String docsUrl) {
  /** The complete response, after which the connection is closed. */
  ByteBuffer answer(MailboxException refusal, String reasonPhrase) {
    String requestId = ids.next(IdPrefix.REQUEST);
    Problem problem = new Problem(refusal, docsUrl, "/", requestId, false);
    byte[] body = problem.toJson();
    String head =
        "HTTP/1.1 "
            + problem.status()
            + " "
            + reasonPhrase
            + "\r\nConnection: close\r\nContent-Type: "
            + Problem.CONTENT_TYPE
            + "\r\nContent-Length: "
            + body.length
            + problem.retryAfterSeconds().map(wait -> "\r\nRetry-After: " + wait).orElse("")
            + "\r\nCache-Control: no-store\r\nx-request-id: "
            + requestId
            + "\r\n\r\n";
    byte[] headBytes = head.getBytes(StandardCharsets.US_ASCII);
    return ByteBuffer.allocate(headBytes.length + body.length).put(headBytes).put(body).flip();
  }
}
