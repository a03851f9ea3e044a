package dev.agentmailbox.http.docs;

import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.http.problem.ProblemCatalog;

/** The error codes as one HTML page without scripts, with an anchor for each. */
final class ErrorPage {
  private static final String HEAD =
      """
      <!doctype html>
      <html lang="en"><head><meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>Agent Mailbox errors</title>
      <style>
      :root{--b:#fff;--t:#1c2430;--l:#dfe4ea;--s:#f5f7f9;--a:#0b62c4}
      @media(prefers-color-scheme:dark){:root{--b:#12161c;--t:#dde3ea;--l:#2b333d;--s:#1a2028;
      --a:#6cb0ff}}
      body{margin:0 auto;padding:1rem;max-width:48rem;background:var(--b);color:var(--t);
      font:16px/1.55 system-ui,sans-serif}
      a{color:var(--a)}h2{margin:0;font-size:1rem;overflow-wrap:anywhere}p{margin:.3rem 0}
      article{padding:1rem .5rem;border-top:1px solid var(--l)}article:target{background:var(--s)}
      code{font:.95em ui-monospace,monospace}
      </style></head><body><h1>Errors</h1>
      <p>Every error is an <code>application/problem+json</code> document. Branch on
      <code>code</code>. On 429 wait <code>Retry-After</code> seconds and retry the same request,
      sends with the same <code>Idempotency-Key</code>.</p>
      """;

  private ErrorPage() {}

  static String html() {
    StringBuilder page = new StringBuilder(HEAD);
    for (ErrorCode code : ErrorCode.values()) {
      ProblemCatalog.Entry entry = ProblemCatalog.of(code);
      page.append("<article id=\"").append(code.wireName()).append("\"><h2><code>");
      page.append(code.wireName()).append("</code> ").append(entry.status());
      page.append("</h2><p>").append(entry.className()).append(". ");
      page.append(entry.retryable() ? "Retry later." : "Do not retry unchanged.");
      page.append("</p><p>").append(Html.escape(entry.fix())).append("</p></article>\n");
    }
    return page.append("</body></html>\n").toString();
  }
}
