package dev.agentmailbox.mime;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Recognises the lines that mail programs put before a quoted message, in the languages they are
 * commonly set to. Patterns have no nested quantifiers.
 */
final class QuoteHeaders {
  /** An {@code On … wrote:} header is folded over at most so many lines. */
  static final int MAX_LINES = 6;

  /** Lines among which a block of From, Sent, To, Subject must be complete. */
  private static final int BLOCK_WINDOW = 8;

  private static final int MAX_HEADER_LENGTH = 400;
  private static final int MAX_WORDS_AFTER_VERB = 12;

  /** How a header begins, before its date. */
  private static final Pattern INTRO =
      Pattern.compile(
          "(?:on|at|le|am|el|il|em|op|den|på|ons|dnia|w dniu|v|dne|em|a|le|la|в|vào|tarihinde|el dia|el día|op de|pada|"
              + "mån|tis|tors|fre|lør|lör|man|tir|søn|sön|ma|ti|ke|to|pe|su|"
              + "в|от|від|στις|ngày|on the) .*",
          Pattern.UNICODE_CASE);

  private static final Set<String> VERBS =
      Set.of(
          "wrote",
          "writes",
          "said",
          "schrieb",
          "schreibt",
          "écrit",
          "ecrit",
          "escribió",
          "escribio",
          "scritto",
          "scrive",
          "escreveu",
          "schreef",
          "geschreven",
          "skrev",
          "skrifaði",
          "napisał",
          "napisała",
          "napisał(a)",
          "napisal",
          "napsal",
          "napsal(a)",
          "napísal",
          "napísal(a)",
          "написал",
          "написала",
          "написал(а)",
          "пише",
          "пишет",
          "писал",
          "пишешь",
          "kirjoitti",
          "yazdı",
          "yazmış",
          "írta",
          "έγραψε",
          "scris",
          "написав",
          "viết",
          "menulis",
          "wrote---",
          "写道",
          "寫道",
          "のメール",
          "書きました",
          "작성");

  /** Scripts without spaces: the header ends with one of these. */
  private static final List<String> ENDINGS =
      List.of("写道", "寫道", "写道：", "寫道：", "書きました", "作成", "작성", "님이 작성", "のメッセージ");

  private static final Pattern ISO_DATE_START =
      Pattern.compile("\\d{4}[-/.]\\d{1,2}[-/.]\\d{1,2}\\b.*");
  private static final Pattern TIME = Pattern.compile("\\b\\d{1,2}[:.]\\d{2}\\b");
  private static final Pattern FENCED =
      Pattern.compile("[-_=*]{2,}\\s{0,3}[^-_=*]{3,60}[-_=*]{2,}:?");

  private static final List<String> ORIGINAL_WORDS =
      List.of(
          "original message",
          "original appointment",
          "forwarded message",
          "forwarded by",
          "ursprüngliche nachricht",
          "originalnachricht",
          "weitergeleitete nachricht",
          "original-nachricht",
          "message d'origine",
          "message original",
          "message transféré",
          "mensaje original",
          "mensaje reenviado",
          "messaggio originale",
          "messaggio inoltrato",
          "mensagem original",
          "mensagem encaminhada",
          "oorspronkelijk bericht",
          "doorgestuurd bericht",
          "ursprungligt meddelande",
          "originalmeddelande",
          "opprinnelig melding",
          "oprindelig meddelelse",
          "oprindelig besked",
          "alkuperäinen viesti",
          "wiadomość oryginalna",
          "oryginalna wiadomość",
          "исходное сообщение",
          "пересылаемое сообщение",
          "оригинал",
          "původní zpráva",
          "eredeti üzenet",
          "orijinal mesaj",
          "原始邮件",
          "原始郵件",
          "转发邮件",
          "original",
          "元のメッセージ",
          "원본");

  private static final List<String> FORWARD_STARTS =
      List.of(
          "begin forwarded message:",
          "anfang der weitergeleiteten nachricht:",
          "début du message réexpédié",
          "inicio del mensaje reenviado:",
          "inizio messaggio inoltrato:",
          "início da mensagem reencaminhada:",
          "begin doorgestuurd bericht:",
          "vidarebefordrat brev:",
          "videresendt melding:",
          "начало переадресованного сообщения:",
          "starten på videresendt besked:",
          "以下是转发的邮件：",
          "先頭からの転送メッセージ:");

  private static final Set<String> FROM_LABELS =
      Set.of(
          "from",
          "von",
          "de",
          "da",
          "från",
          "fra",
          "van",
          "od",
          "от",
          "від",
          "lähettäjä",
          "kimden",
          "feladó",
          "从",
          "发件人",
          "發件人",
          "寄件者",
          "差出人",
          "보낸사람",
          "보낸 사람",
          "από",
          "expéditeur");
  private static final Set<String> OTHER_LABELS =
      Set.of(
          "sent",
          "date",
          "message du",
          "copie à",
          "sujet",
          "to",
          "cc",
          "subject",
          "reply-to",
          "reply to",
          "gesendet",
          "datum",
          "an",
          "betreff",
          "antwort an",
          "envoyé",
          "envoye",
          "à",
          "objet",
          "répondre à",
          "enviado",
          "enviado el",
          "enviada em",
          "fecha",
          "para",
          "asunto",
          "assunto",
          "data",
          "inviato",
          "a",
          "oggetto",
          "risposta",
          "skickat",
          "till",
          "ämne",
          "kopia",
          "sendt",
          "til",
          "emne",
          "dato",
          "verzonden",
          "aan",
          "onderwerp",
          "wysłano",
          "do",
          "dw",
          "temat",
          "отправлено",
          "кому",
          "тема",
          "дата",
          "копия",
          "lähetetty",
          "vastaanottaja",
          "aihe",
          "päivämäärä",
          "gönderilme",
          "gönderildi",
          "kime",
          "konu",
          "tarih",
          "küldve",
          "címzett",
          "tárgy",
          "odesláno",
          "komu",
          "předmět",
          "发送时间",
          "收件人",
          "主题",
          "日期",
          "抄送",
          "寄件日期",
          "收件者",
          "主旨",
          "送信日時",
          "宛先",
          "件名",
          "日時",
          "보낸 날짜",
          "받는 사람",
          "제목",
          "надіслано",
          "importance",
          "priority");

  private QuoteHeaders() {}

  /** {@code -----Original Message-----}, {@code Begin forwarded message:} and their like. */
  static boolean isOriginalMessage(String line) {
    String lower = bare(line).toLowerCase(Locale.ROOT);
    if (FORWARD_STARTS.stream().anyMatch(lower::startsWith)) {
      return true;
    }
    return FENCED.matcher(lower).matches() && ORIGINAL_WORDS.stream().anyMatch(lower::contains);
  }

  /**
   * Lines that a block of From, Sent, To, Subject takes from here on, or 0. It needs three of them,
   * with an author or a date among them.
   */
  static int headerBlock(List<String> lines, int from) {
    if (!isLabel(lines.get(from))) {
      return 0;
    }
    int labels = 0;
    int authors = 0;
    int last = from;
    int limit = Math.min(lines.size(), from + BLOCK_WINDOW);
    for (int i = from; i < limit; i++) {
      if (isLabel(lines.get(i))) {
        labels++;
        authors += FROM_LABELS.contains(label(lines.get(i))) ? 1 : 0;
        last = i;
      } else if (lines.get(i).isBlank()) {
        break;
      }
    }
    return labels >= 3 && authors > 0 ? last - from + 1 : 0;
  }

  /** Lines that an {@code On … wrote:} header takes from here on, or 0. */
  static int quoteHeader(List<String> lines, int from) {
    String first = bare(lines.get(from));
    if (first.isEmpty() || first.length() > MAX_HEADER_LENGTH || !mayStart(first)) {
      return 0;
    }
    boolean strong = isStrongStart(first);
    StringBuilder joined = new StringBuilder(first);
    for (int count = 1; strong || count == 1; count++) {
      if (isHeader(joined.toString())) {
        return count;
      }
      int next = from + count;
      if (count == MAX_LINES || next == lines.size() || joined.length() > MAX_HEADER_LENGTH) {
        return 0;
      }
      String more = bare(lines.get(next));
      if (hasDigit(more) && startsWithDate(more.toLowerCase(Locale.ROOT))) {
        return 0;
      }
      joined.append(' ').append(more);
    }
    return 0;
  }

  /** Enough to be the first of several lines. */
  private static boolean isStrongStart(String line) {
    String lower = line.toLowerCase(Locale.ROOT);
    if (lower.isEmpty() || !hasDigit(lower)) {
      return lower.indexOf('@') > 0 && hasVerb(lower);
    }
    return startsWithDate(lower) || hasVerb(lower);
  }

  private static boolean startsWithDate(String lower) {
    return Character.isDigit(lower.charAt(0)) || INTRO.matcher(lower).matches();
  }

  private static boolean hasVerb(String lower) {
    for (String word : lower.split("\\s+", -1)) {
      if (VERBS.contains(strip(word))) {
        return true;
      }
    }
    return false;
  }

  private static boolean mayStart(String line) {
    String lower = line.toLowerCase(Locale.ROOT);
    return hasDigit(line) || line.indexOf('@') >= 0 || lower.endsWith(":") || line.contains("<");
  }

  private static boolean isHeader(String line) {
    String lower = line.toLowerCase(Locale.ROOT).replace('\u00A0', ' ').strip();
    if (lower.length() > MAX_HEADER_LENGTH) {
      return false;
    }
    boolean dated = hasDigit(lower);
    boolean addressed = lower.indexOf('@') > 0;
    if (ISO_DATE_START.matcher(lower).matches() && (addressed || lower.contains(" gmt"))) {
      return lower.endsWith(":") || lower.endsWith(">") || lower.contains(" gmt");
    }
    boolean timed = addressed && TIME.matcher(lower).find();
    if (timed && lower.endsWith(">:")) {
      return true;
    }
    String core = withoutEnd(lower);
    boolean intro = dated && INTRO.matcher(lower).matches();
    if (core.length() == lower.length()) {
      return timed && intro && VERBS.contains(core.substring(core.lastIndexOf(' ') + 1));
    }
    for (String ending : ENDINGS) {
      if (core.endsWith(ending)) {
        return dated || addressed;
      }
    }
    return (dated || addressed) && hasVerbNearEnd(core, intro, addressed);
  }

  /** The verb last, or followed by a name and an address, or by a date after an address. */
  private static boolean hasVerbNearEnd(String core, boolean intro, boolean addressed) {
    String[] words = core.split("\\s+", -1);
    for (int i = words.length - 1; i >= 0; i--) {
      if (!VERBS.contains(strip(words[i]))) {
        continue;
      }
      int after = words.length - 1 - i;
      if (after == 0) {
        return intro || addressed || hasEarlyDigit(words);
      }
      return after <= MAX_WORDS_AFTER_VERB && (intro || addressed) && (addressed || after <= 6);
    }
    return false;
  }

  private static boolean hasEarlyDigit(String[] words) {
    int digits = 0;
    for (int i = 0; i < Math.min(words.length, 4); i++) {
      digits += hasDigit(words[i]) ? 1 : 0;
    }
    return digits > 0;
  }

  private static String strip(String word) {
    int from = 0;
    int to = word.length();
    while (from < to && "\"'*,(<".indexOf(word.charAt(from)) >= 0) {
      from++;
    }
    while (to > from && "\"'*,:".indexOf(word.charAt(to - 1)) >= 0) {
      to--;
    }
    return word.substring(from, to);
  }

  /** Without the colon or dashes a header ends with. */
  private static String withoutEnd(String line) {
    int end = line.length();
    while (end > 0 && (":：*-— ".indexOf(line.charAt(end - 1)) >= 0)) {
      end--;
    }
    return line.substring(0, end);
  }

  private static boolean isLabel(String line) {
    String label = label(line);
    return FROM_LABELS.contains(label) || OTHER_LABELS.contains(label);
  }

  private static String label(String line) {
    String bare = bare(line);
    int colon = bare.indexOf(':');
    int wide = bare.indexOf('：');
    int end = colon < 0 ? wide : wide < 0 ? colon : Math.min(colon, wide);
    if (end <= 0 || end > 20) {
      return "";
    }
    return bare.substring(0, end).replace("*", "").strip().toLowerCase(Locale.ROOT);
  }

  /** Without quote marks, emphasis and blanks around. */
  static String bare(String line) {
    int from = 0;
    while (from < line.length() && "> \t*|\u00A0".indexOf(line.charAt(from)) >= 0) {
      from++;
    }
    int to = line.length();
    while (to > from && " \t*\u00A0".indexOf(line.charAt(to - 1)) >= 0) {
      to--;
    }
    return line.substring(from, to);
  }

  private static boolean hasDigit(String text) {
    return text.chars().anyMatch(c -> c >= '0' && c <= '9');
  }
}
