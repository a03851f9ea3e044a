package dev.agentmailbox.mime.codes;

import dev.agentmailbox.message.Extracted.Link;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds links that verify, sign in, reset or accept: those whose URL says so, and those with a
 * secret in or after a line that says so.
 */
final class VerificationLinks {
  private static final Pattern URL =
      Pattern.compile("https?://[^\\s<>\"'\\[\\]{}|\\\\^`]{4,1900}", Pattern.CASE_INSENSITIVE);

  private static final Pattern SAYS_SO =
      Pattern.compile(
          "verif|confirm|activat|validat|magic|passwordless|signin|sign-in|sign_in|login|log-in|reset|recover|invit"
              + "|accept|one-?time|otp|[?&/](?:token|code|ticket|key|hash|nonce|oobcode|t)=|/auth/|/oauth",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern ABOUT =
      Pattern.compile(
          "verif|confirm|activat|validat|sign(?:ing)?[- ]?(?:in|up)|log[-"
              + " ]?in|reset|invit|accept|magic link|one[- ]time"
              + "|bestätig|aktivier|anmeld|zurücksetz|confirme|activer|valider|réinitialis|connexion|confirmar|activar"
              + "|restablec|iniciar|conferm|attiva|reimposta|bevestig|activeer|potwierd|aktywuj|подтверд|активир|войти"
              + "|验证|驗證|确认|確認|激活|認証|登録|ログイン|확인|인증|doğrula|etkinleştir|bekräfta|bekræft|bekreft|vahvista",
          Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);

  /** A path or query segment long enough to be unguessable. */
  private static final Pattern SECRET = Pattern.compile("[/=#][A-Za-z0-9._~%-]{16,}");

  private static final Pattern OTHER_KIND =
      Pattern.compile(
          "unsubscri|abmeld|désabonn|optout|opt-out|preferences|email-settings|privacy|terms|support|/help|facebook\\.com"
              + "|twitter\\.com|linkedin\\.com|instagram\\.com|\\.(?:png|jpe?g|gif|css)(?:$|\\?)",
          Pattern.CASE_INSENSITIVE);

  private VerificationLinks() {}

  /** A cheap pre-check without false negatives: whether there may be a link. */
  static boolean mayHave(String text) {
    return text.contains("://");
  }

  static List<Link> find(List<String> lines) {
    Map<String, Link> found = new LinkedHashMap<>();
    for (int i = 0; i < lines.size() && found.size() < CodesAndLinks.MAX_FOUND; i++) {
      String line = lines.get(i);
      if (!mayHave(line)) {
        continue;
      }
      Matcher urls = URL.matcher(line);
      int end = 0;
      while (urls.find()) {
        String url = trimmed(urls.group());
        String before = line.substring(end, urls.start());
        String said = before.isBlank() && i > 0 && end == 0 ? lines.get(i - 1) : before;
        if (isVerification(url, said)) {
          found.putIfAbsent(url, new Link(url, before.isBlank() && end == 0 ? said : line));
        }
        end = urls.end();
      }
    }
    return found.values().stream().limit(CodesAndLinks.MAX_FOUND).toList();
  }

  private static boolean isVerification(String url, String said) {
    int path = url.indexOf('/', url.indexOf("//") + 2);
    if (path < 0) {
      return false;
    }
    String after = url.substring(path);
    return (SAYS_SO.matcher(after).find()
            || (SECRET.matcher(after).find() && ABOUT.matcher(said).find()))
        && !OTHER_KIND.matcher(url).find()
        && !OTHER_KIND.matcher(said).find();
  }

  /** Removes surrounding punctuation. */
  private static String trimmed(String url) {
    int end = url.length();
    while (end > 0 && ".,;:!?".indexOf(url.charAt(end - 1)) >= 0) {
      end--;
    }
    if (url.charAt(end - 1) == ')' && url.indexOf('(') < 0) {
      end--;
    }
    return url.substring(0, end);
  }
}
