package dev.agentmailbox.service.sending.release;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds private keys and keys of well-known formats, including our own. Each format starts with a
 * literal that is searched first, and its pattern is tried only there, so a megabyte takes
 * milliseconds.
 */
final class SecretScan {
  private record Shape(String start, Pattern whole) {}

  private static final List<Shape> SHAPES =
      List.of(
          shape("-----BEGIN ", "(?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----"),
          shape("PuTTY-User-Key-File-", "[23]:"),
          // this service: API keys and webhook signing secrets
          shape("sk_", "[0-9A-Za-z]{1,32}_[0-9A-Za-z_-]{43,200}"),
          shape("whsec_", "[0-9A-Za-z+/]{32,100}"),
          // Amazon
          shape("AKIA", "[0-9A-Z]{16}(?![0-9A-Za-z])"),
          shape("ASIA", "[0-9A-Z]{16}(?![0-9A-Za-z])"),
          // GitHub
          shape("ghp_", "[0-9A-Za-z]{36}"),
          shape("gho_", "[0-9A-Za-z]{36}"),
          shape("ghu_", "[0-9A-Za-z]{36}"),
          shape("ghs_", "[0-9A-Za-z]{36}"),
          shape("ghr_", "[0-9A-Za-z]{36}"),
          shape("github_pat_", "[0-9A-Za-z]{22}_[0-9A-Za-z]{59}"),
          // GitLab, npm, PyPI
          shape("glpat-", "[0-9A-Za-z_-]{20}"),
          shape("npm_", "[0-9A-Za-z]{36}"),
          shape("pypi-AgEIcHlwaS5vcmc", "[0-9A-Za-z_-]{50}"),
          // Slack
          shape("xox", "[abeoprs]-[0-9A-Za-z-]{20,250}"),
          // Stripe
          shape("sk_live_", "[0-9A-Za-z]{24}"),
          shape("rk_live_", "[0-9A-Za-z]{24}"),
          // Google
          shape("AIza", "[0-9A-Za-z_-]{35}(?![0-9A-Za-z_-])"),
          shape("GOCSPX-", "[0-9A-Za-z_-]{28}"),
          // model providers
          shape("sk-ant-", "[0-9A-Za-z_-]{40}"),
          shape("sk-proj-", "[0-9A-Za-z_-]{40}"),
          shape("sk-", "[0-9A-Za-z]{20}T3BlbkFJ[0-9A-Za-z]{20}"),
          shape("hf_", "[0-9A-Za-z]{34}(?![0-9A-Za-z])"),
          // mail and others
          shape("SG.", "[0-9A-Za-z_-]{22}\\.[0-9A-Za-z_-]{43}"),
          shape("shpat_", "[0-9a-fA-F]{32}"),
          shape("dop_v1_", "[0-9a-f]{64}"),
          shape("AccountKey=", "[0-9A-Za-z+/]{86}=="));

  private SecretScan() {}

  static boolean found(String text) {
    return SHAPES.stream().anyMatch(shape -> found(shape, text));
  }

  private static boolean found(Shape shape, String text) {
    Matcher matcher = shape.whole().matcher(text);
    for (int at = text.indexOf(shape.start()); at >= 0; at = text.indexOf(shape.start(), at + 1)) {
      boolean startsWord = at == 0 || !isWordCharacter(text.charAt(at - 1));
      if (startsWord && matcher.region(at, text.length()).lookingAt()) {
        return true;
      }
    }
    return false;
  }

  private static boolean isWordCharacter(char c) {
    return c < 128 && Character.isLetterOrDigit(c);
  }

  private static Shape shape(String start, String rest) {
    return new Shape(start, Pattern.compile(Pattern.quote(start) + rest));
  }
}
