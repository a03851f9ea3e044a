package dev.agentmailbox.mime.reply;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Words mail clients use around a quoted message, in lower case, by language. */
final class QuoteWords {
  /** Start of a header, before its date. */
  static final Pattern INTRO =
      Pattern.compile(
          "(?:"
              + """
          on|at|le|am|el|il|em|op|den|på|ons|dnia|w dniu|v|dne|a|la|в|vào|tarihinde|\
          el dia|el día|op de|pada|mån|tis|tors|fre|lør|lör|man|tir|søn|sön|ma|ti|ke|to|\
          pe|su|от|від|στις|ngày|on the"""
              + ") .*",
          Pattern.UNICODE_CASE);

  /** Single-word verbs of the author, such as "wrote". */
  static final Set<String> VERBS =
      Set.of(
          split(
              """
          wrote|writes|said|schrieb|schreibt|écrit|ecrit|escribió|escribio|scritto|\
          scrive|escreveu|schreef|geschreven|skrev|skrifaði|napisał|napisała|napisał(a)|\
          napisal|napsal|napsal(a)|napísal|napísal(a)|написал|написала|написал(а)|пише|\
          пишет|писал|пишешь|kirjoitti|yazdı|yazmış|írta|έγραψε|scris|написав|viết|\
          menulis|wrote---|写道|寫道|のメール|書きました|작성"""));

  /** Endings of a header in scripts without spaces. */
  static final List<String> ENDINGS =
      List.of(
          split(
              """
          写道|寫道|写道：|寫道：|書きました|作成|작성|님이 작성|のメッセージ"""));

  /** Text between the dashes of {@code -----Original Message-----}. */
  static final List<String> ORIGINAL_WORDS =
      List.of(
          split(
              """
          original message|original appointment|forwarded message|forwarded by|\
          ursprüngliche nachricht|originalnachricht|weitergeleitete nachricht|\
          original-nachricht|message d'origine|message original|message transféré|\
          mensaje original|mensaje reenviado|messaggio originale|messaggio inoltrato|\
          mensagem original|mensagem encaminhada|oorspronkelijk bericht|\
          doorgestuurd bericht|ursprungligt meddelande|originalmeddelande|\
          opprinnelig melding|oprindelig meddelelse|oprindelig besked|\
          alkuperäinen viesti|wiadomość oryginalna|oryginalna wiadomość|\
          исходное сообщение|пересылаемое сообщение|оригинал|původní zpráva|\
          eredeti üzenet|orijinal mesaj|原始邮件|原始郵件|转发邮件|original|元のメッセージ|원본"""));

  /** First line of a forwarded message. */
  static final List<String> FORWARD_STARTS =
      List.of(
          split(
              """
          begin forwarded message:|anfang der weitergeleiteten nachricht:|\
          début du message réexpédié|inicio del mensaje reenviado:|\
          inizio messaggio inoltrato:|início da mensagem reencaminhada:|\
          begin doorgestuurd bericht:|vidarebefordrat brev:|videresendt melding:|\
          начало переадресованного сообщения:|starten på videresendt besked:|以下是转发的邮件：|\
          先頭からの転送メッセージ:"""));

  /** The author line of a header block. */
  static final Set<String> FROM_LABELS =
      Set.of(
          split(
              """
          from|von|de|da|från|fra|van|od|от|від|lähettäjä|kimden|feladó|从|发件人|發件人|寄件者|\
          差出人|보낸사람|보낸 사람|από|expéditeur"""));

  /** The other lines of a header block. */
  static final Set<String> OTHER_LABELS =
      Set.of(
          split(
              """
          sent|date|message du|copie à|sujet|to|cc|subject|reply-to|reply to|gesendet|\
          datum|an|betreff|antwort an|envoyé|envoye|à|objet|répondre à|enviado|\
          enviado el|enviada em|fecha|para|asunto|assunto|data|inviato|a|oggetto|\
          risposta|skickat|till|ämne|kopia|sendt|til|emne|dato|verzonden|aan|onderwerp|\
          wysłano|do|dw|temat|отправлено|кому|тема|дата|копия|lähetetty|vastaanottaja|\
          aihe|päivämäärä|gönderilme|gönderildi|kime|konu|tarih|küldve|címzett|tárgy|\
          odesláno|komu|předmět|发送时间|收件人|主题|日期|抄送|寄件日期|收件者|主旨|送信日時|宛先|件名|日時|보낸 날짜|받는 사람|\
          제목|надіслано|importance|priority"""));

  private QuoteWords() {}

  private static String[] split(String words) {
    return words.split("\\|", -1);
  }
}
