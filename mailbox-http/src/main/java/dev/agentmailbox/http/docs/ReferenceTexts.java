package dev.agentmailbox.http.docs;

/** The fixed parts of the reference page. */
final class ReferenceTexts {
  private ReferenceTexts() {}

  static String head() {
    return """
        <!doctype html>
        <html lang="en"><head><meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>Agent Mailbox reference</title>
        <style>
        :root{--b:#fff;--t:#1c2430;--q:#5a6675;--l:#dfe4ea;--s:#f5f7f9;--a:#0b62c4}
        @media(prefers-color-scheme:dark){:root{--b:#12161c;--t:#dde3ea;--q:#93a0ae;--l:#2b333d;
        --s:#1a2028;--a:#6cb0ff}}
        *{box-sizing:border-box}html{scroll-behavior:smooth;scroll-padding-top:1rem}
        body{margin:0;background:var(--b);color:var(--t);font:16px/1.55 system-ui,sans-serif;
        display:grid;grid-template-columns:15rem minmax(0,1fr)}
        nav{position:sticky;top:0;height:100vh;overflow:auto;padding:1.5rem 1.25rem;
        border-right:1px solid var(--l)}
        nav ul{list-style:none;padding:0;margin:1rem 0}nav li{margin:.3rem 0}
        a{color:var(--a);text-decoration:none}a:hover,a:focus{text-decoration:underline}
        main{padding:1.5rem 2rem 4rem;max-width:60rem}
        h1{margin:.2rem 0 1rem}h2{margin:2.5rem 0 .5rem;border-bottom:1px solid var(--l)}
        h3{margin:0 0 .4rem;font-size:1rem;font-weight:600;overflow-wrap:anywhere}
        article{padding:1rem 0;border-bottom:1px solid var(--l)}
        article:target{background:var(--s);outline:.6rem solid var(--s)}
        p{margin:.3rem 0}code,pre{font:.9em ui-monospace,monospace}
        pre{background:var(--s);padding:1rem;overflow:auto;border-radius:6px}
        .m{display:inline-block;min-width:4.2rem;font:600 .8rem ui-monospace,monospace;
        color:var(--a)}.post,.put,.patch{color:#1a7f45}.delete{color:#c0392b}
        @media(prefers-color-scheme:dark){.post,.put,.patch{color:#5fd08f}.delete{color:#ff8d80}}
        .facts,caption,.answer{color:var(--q);font-size:.92rem}
        table{border-collapse:collapse;width:100%;margin:.6rem 0;font-size:.92rem}
        caption{text-align:left;font-weight:600}
        td{padding:.25rem .8rem .25rem 0;border-top:1px solid var(--l);vertical-align:top}
        td:first-child{white-space:nowrap;width:12rem}td:nth-child(2){width:14rem}
        b{color:#c0392b}
        @media(max-width:50rem){body{display:block}nav{position:static;height:auto;border:0}
        main{padding:1rem}td:first-child,td:nth-child(2){width:auto}}
        </style></head><body>
        """;
  }

  static String introduction(String baseUrl) {
    return """
        <h1 id="start">Reference</h1>
        <p>Email inboxes for software agents, over JSON. Every path below is relative to
        <code>%s</code>. Machine-readable:
        <a href="%s/v0/openapi.json">openapi.json</a>.</p>
        <pre>curl %s/v0/auth/me -H "Authorization: Bearer $MAILBOX_API_KEY"</pre>
        <p>Requests are <code>application/json</code>. Unknown fields and query parameters
        are refused. Every <code>POST</code> accepts <code>Idempotency-Key</code>; sends require it.
        Lists take <code>limit</code>, <code>page_token</code> and <code>ascending</code>. Every
        response has an <code>x-request-id</code>. Ignore response fields you do not know: within
        v0 they are only added.</p>
        """
        .formatted(Html.escape(baseUrl), Html.escape(baseUrl), Html.escape(baseUrl));
  }

  static String errors() {
    return """
        <p>Every error is an <code>application/problem+json</code> document
        (<a href="#object-Problem">Problem</a>). Branch on <code>code</code>. On 429 wait
        <code>Retry-After</code> seconds and retry the same request, sends with the same
        <code>Idempotency-Key</code>.</p>
        """;
  }
}
