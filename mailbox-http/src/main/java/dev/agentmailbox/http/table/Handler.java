package dev.agentmailbox.http.table;

/**
 * What an operation does with a request that was read without a problem. Runs on a worker thread
 * and may block; must be thread safe. Refuses with {@link dev.agentmailbox.error.MailboxException}.
 *
 * <p>The core's operation checks the scope first ({@code not_found}) and the permission second
 * ({@code missing_permission}); the row's permission is what documents and tool lists show.
 */
@FunctionalInterface
public interface Handler {
  Reply handle(Call call);
}
