package dev.agentmailbox.server.e2e;

import java.util.List;
import java.util.Random;

/**
 * HTML as agents and attackers write it, from a seed: ordinary markup with, in some documents, what
 * hides, adds, moves or repeats text, and markup that is broken. Not thread safe.
 */
final class RandomHtml {
  private static final int MAX_DEPTH = 6;

  private static final List<String> PLAIN =
      list(
          "p div span b i em strong a u h1 h2 h3 ul ol li table blockquote pre code br hr img font"
              + " center small sub sup q s del abbr section article dl td wbr bdi cite tr");

  private static final List<String> STRANGE =
      list(
          "noscript xmp plaintext math svg object textarea select input button bdo marquee details"
              + " iframe template noembed noframes audio video canvas dialog ruby meter progress"
              + " fieldset form listing title script style option datalist area map embed frameset"
              + " frame base link meta label legend optgroup slot custom-tag o:p nobr rp rt menu"
              + " dir caption col colgroup tfoot thead tbody th summary head body html search");

  private static final List<String> PLAIN_STYLES =
      List.of(
          "color:#333",
          "color:#ffffff;background-color:#0055aa",
          "font-size:14px",
          "padding:8px 12px",
          "margin:0 auto",
          "font-family:Arial,sans-serif",
          "font-family:'Segoe UI',Arial",
          "text-align:center",
          "line-height:1.5",
          "border:1px solid #ddd",
          "font-weight:bold",
          "text-decoration:none",
          "display:inline-block",
          "display:block",
          "width:100%;max-width:600px",
          "text-transform:uppercase",
          "vertical-align:top",
          "white-space:nowrap",
          "background:#eee;border-radius:4px");

  private static final List<String> STRANGE_STYLES =
      List.of(
          "display:none",
          "DISPLAY : none",
          "display:none!important",
          "display:none;/**/display:block",
          "display/**/:none",
          "display:no\\6e e",
          "visibility:hidden",
          "visibility:collapse",
          "opacity:0",
          "font-size:0",
          "font-size:.1em",
          "float:right",
          "position:absolute;left:-999px",
          "position:fixed;top:0",
          "direction:rtl;unicode-bidi:bidi-override",
          "transform:scale(0)",
          "clip-path:inset(100%)",
          "text-indent:-9999px",
          "height:0;overflow:hidden",
          "max-height:0;overflow:hidden",
          "color:white",
          "color:transparent",
          "color:rgba(0,0,0,0)",
          "-webkit-text-fill-color:transparent",
          "letter-spacing:-1em",
          "columns:2",
          "writing-mode:vertical-rl",
          "display:flex;flex-direction:row-reverse",
          "order:2",
          "content:'x'",
          "list-style:upper-roman",
          "list-style-type:'pay '",
          "counter-reset:a 5",
          "quotes:'not' 'ever'",
          "zoom:0.01",
          "line-height:0",
          "width:0;overflow:hidden",
          "text-security:disc;-webkit-text-security:disc",
          "content-visibility:hidden",
          "display:contents",
          "display:inline",
          "display:table-cell",
          "display:list-item",
          "all:initial",
          "margin-left:-9999px",
          "font:0/0 a",
          "font-family:Wingdings",
          "background:url(//e.example/x)",
          "text-decoration:line-through",
          "color:var(--a);--a:#fff",
          "interpolate-size:x;height:calc(0px);overflow:clip");

  private static final List<String> RULES =
      List.of(
          "p{margin:0}",
          "a{color:#1155cc}",
          "body{background:#f4f4f4;font-family:Arial}",
          "img{display:block}",
          ".n{display:none}",
          "b,i{display:none}",
          "p::after{content:' 900 EUR'}",
          "a:after{content:attr(href)}",
          "[title]::before{content:attr(title)}",
          "p{color:#fff}",
          ".a{color:#fff;background:#00f}",
          "@media screen{.n{font-size:0}}",
          "@media (min-width:1px){p{display:block}}",
          "@import url(data:text/css,p{display:none})",
          "span{float:right}",
          "li{list-style:none}",
          "q{quotes:'x' 'y'}",
          "ol{counter-reset:list-item 40}",
          "div{di\\73play:none}",
          "td{padding:4px}",
          "/* c */ h1{font-size:20px}",
          "<!-- p{margin:1px} -->",
          "@supports (color:red){i{display:none}}",
          ":is(b){opacity:0}",
          "p{&.n{display:none}}",
          "@font-face{font-family:x;src:url(//e.example/f)}",
          "@layer a{.n{visibility:hidden}}",
          "small{unicode-bidi:bidi-override;direction:rtl}",
          "div{color:red} } .n{display:none}");

  private static final List<String> TARGETS =
      List.of(
          "https://h%d.example/a",
          "//h%d.example/b",
          "mailto:x@h%d.example",
          "HTTPS:\\\\h%d.example\\c",
          "java\tscript:go(%d)",
          "page%d.html",
          "#part%d",
          "ftp://h%d.example/",
          " https://good.example@h%d.example/");

  private static final List<String> TEXTS =
      List.of(
          "\u202e001\u202c", "\u2067abc\u2069", "in\u00advoice", "שלום", "مرحبا", "支払い",
          "&lt;b&gt;", "&nbsp;", "&#x202e;12&#x202c;", "<wbr>", "a&zwnj;b", "<!-- c -->", "&", "<",
          "<!--[if mso]>only <![endif]-->", "<![if !mso]>seen<![endif]>", "]]>", "</p>", "</div>",
          "</table>", "<![CDATA[data]]>", "</b>", "\u200f5 - 3", "\ud83d\ude00", "&shy;", "\ufffd");

  private final Random random;
  private final StringBuilder out = new StringBuilder();

  /** How often something strange is chosen. */
  private double strange;

  private int words;

  private RandomHtml(long seed) {
    this.random = new Random(seed);
  }

  static String of(long seed) {
    return new RandomHtml(seed).document();
  }

  private static List<String> list(String names) {
    return List.of(names.split(" "));
  }

  private String document() {
    strange = List.of(0.0, 0.0, 0.02, 0.05, 0.3).get(random.nextInt(5));
    if (random.nextInt(3) == 0) {
      out.append(choice("<!doctype html>", "<html dir=rtl>", "<html><head><title>T</title></head>", "<body bgcolor=#fff>", "<base href=https://base.example/>", "<body dir=rtl text=#000>"));
    }
    if (chance(strange > 0 ? 0.3 : 0.1)) {
      out.append("<style>");
      for (int i = random.nextInt(3); i >= 0; i--) {
        out.append(strange > 0 ? pick(RULES) : RULES.get(random.nextInt(4)));
      }
      out.append("</style>");
    }
    for (int i = 1 + random.nextInt(6); i > 0; i--) {
      element(0);
    }
    return out.toString();
  }

  private void element(int depth) {
    String name = chance(strange) ? pick(STRANGE) : pick(PLAIN);
    out.append('<').append(name);
    attributes(name);
    out.append(chance(strange / 4) ? "/>" : ">");
    for (int i = random.nextInt(4); i > 0; i--) {
      if (depth < MAX_DEPTH && chance(0.5)) {
        element(depth + 1);
      } else {
        text();
      }
    }
    if (!chance(0.05 + strange / 4)) {
      out.append("</").append(name).append('>');
    }
  }

  private void attributes(String name) {
    if (name.equals("a") || chance(strange / 8)) {
      attribute(
          name.equals("a") ? "href" : choice("href", "action", "formaction", "xlink:href", "src"),
          pick(TARGETS).formatted(random.nextInt(100)));
    }
    if (chance(0.2)) {
      attribute("style", chance(strange) ? pick(STRANGE_STYLES) : pick(PLAIN_STYLES));
    }
    if (chance(0.05 + strange / 2)) {
      attribute("class", choice("n", "a"));
    }
    if (chance(strange)) {
      attribute(
          choice(
              "title", "alt", "value", "placeholder", "label", "summary", "srcdoc", "content",
              "hidden", "dir", "start", "type", "open", "popover", "bgcolor", "color", "background",
              "http-equiv", "data", "shadowrootmode", "rel", "align", "lang", "reversed", "face",
              "inert", "style"),
          choice(
              "rtl", "w" + words++, "5", "A", "open", "<p>in", "0;url=//r.example", "refresh",
              "#fff", "stylesheet", "auto", "display:none", "Wingdings"));
    }
  }

  private void attribute(String name, String value) {
    out.append(' ').append(name).append("=\"").append(value.replace("\"", "&quot;")).append('"');
  }

  private void text() {
    if (chance(strange)) {
      out.append(pick(TEXTS));
    } else {
      out.append(choice(" ", "", "\n")).append(choice("w", "pay", "not", "1")).append(words++);
      out.append(choice(" ", "", ", "));
    }
  }

  private boolean chance(double chance) {
    return random.nextDouble() < chance;
  }

  private String choice(String... all) {
    return all[random.nextInt(all.length)];
  }

  private <T> T pick(List<T> all) {
    return all.get(random.nextInt(all.size()));
  }
}
