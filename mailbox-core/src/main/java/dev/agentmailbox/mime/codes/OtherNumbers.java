package dev.agentmailbox.mime.codes;

import dev.agentmailbox.mime.codes.CodeCandidates.Candidate;
import dev.agentmailbox.mime.codes.CodeCandidates.Shape;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Tells numbers that the text names otherwise: telephone, order, amount, date, address. Linear. */
final class OtherNumbers {
  /** Longest text before a number that says what it is. */
  private static final int LABEL = 48;

  /** Longest unit after a number. */
  private static final int UNIT = 16;

  private static final Pattern LABELS =
      Pattern.compile(
          "(?<!\\p{L})(?:phones?|telephone|tel|fax|calls?|calling|dial|ring|mobile|hotline|whatsapp|telefon|telefono|teléfono"
              + "|telefone|téléphone|rufnummer|anruf|appelez|llame|llama|ligue|chiama|chiamate|zadzwoń|bel|ring oss|orders?"
              + "|invoice|bill|tickets?|case|ref|reference|account|customer|member|membership|booking|reservation|flight|room"
              + "|tracking|parcel|shipment|transaction|contract|policy|serial|model|article|item|sku|id|bestellung"
              + "|bestellnummer|auftrag|rechnung|kundennummer|kunden|konto|vorgang|buchung|sendung|commande|facture|compte"
              + "|client|pedido|factura|cuenta|cliente|fatura|ordine|fattura|zamówienie|zamówienia|faktura|ordre|beställning"
              + "|tilaus|total|amount|sum|price|pay|paid|balance|betrag|summe|preis|montant|importe|importo|valor|kwota"
              + "|ending|ends|last four|last 4|card|iban|street|road|suite|p\\.?o\\.? ?box|postfach|plz|zip|postcode"
              + "|postal|since|year|version|build|release|rfc|iso|port|page|section|chapter|copyright|eur|usd|gbp|chf|inr|rs"
              + "|sek|nok|dkk|pln|тел|телефон|звоните|заказ|заказа|заказу|счет|счёт|карта|карты|карте|сумма|договор)(?!\\p{L})"
              + "|©|№|订单|訂單|注文|ご注文|주문|电话|電話|전화|金额|金額|금액|合計|お客様番号|会員番号|尾号|尾號|卡号|账号|帐号|帳號"
              + "|계좌|카드|هاتف|طلب",
          Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);

  private static final Pattern UNITS =
      Pattern.compile(
          "[- ]?(?:(?:eur|euros?|usd|dollars?|gbp|pounds?|chf|inr|rupees|sek|nok|dkk|kr|pln|zł|kč|ft|lei|руб|hours?|hrs?"
              + "|h|min|mins|minutes?|minuten|minutos|minuti|seconds?|secs?|sekunden|segundos|days?|tage|jours|días|giorni"
              + "|dni|weeks?|months?|years?|jahre|ans|años|km|kg|mb|gb|kb|px|people|persons?|users|customers|members"
              + "|points?|punkte|points|times|words|characters|zeichen|lines|miles|items|pages|st|nd|rd|th|минут|дней"
              + "|человек|лет)(?!\\p{L})|%|‰|€|\\$|£|¥|₹|₽|₩|円|元|원|分|秒|小时|天|年|月|日|名|人|件|点|個|个|号|號|번)",
          Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);

  /** A town after its postcode. */
  private static final Pattern TOWN = Pattern.compile(" \\p{Lu}\\p{Ll}");

  /** A state before its postcode. */
  private static final Pattern STATE = Pattern.compile("(?<!\\p{L})[A-Z]{2} $");

  private static final int SHORT = 5;

  private OtherNumbers() {}

  /** Where a word before the number says that it is another one; -1 when none does. */
  static int label(String line, int from, Candidate number) {
    Matcher labels = LABELS.matcher(line);
    labels.region(Math.max(from, number.start() - LABEL), number.start());
    int last = -1;
    while (labels.find()) {
      last = labels.start();
    }
    return last;
  }

  /** Whether a unit follows. */
  static boolean isMeasure(String line, Candidate number) {
    Matcher units = UNITS.matcher(line);
    return units.region(number.end(), Math.min(line.length(), number.end() + UNIT)).lookingAt();
  }

  /** Whether it looks like a year or the postcode of a place. */
  static boolean isYearOrPostcode(String line, Candidate number) {
    if (number.shape() != Shape.DIGITS || number.code().length() > SHORT) {
      return false;
    }
    int start = number.start();
    return CodeCandidates.isYear(number.code())
        || (start > 0 && TOWN.matcher(line).region(number.end(), line.length()).lookingAt())
        || STATE.matcher(line).region(Math.max(0, start - 3), start).find();
  }
}
