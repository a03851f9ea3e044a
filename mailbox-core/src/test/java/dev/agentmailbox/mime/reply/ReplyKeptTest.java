package dev.agentmailbox.mime.reply;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Losing a sentence of the sender is worse than keeping a quoted one. */
class ReplyKeptTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Section 1\n____\n\nSection 2\n____\n\nSection 3",
        "Here is the configuration:\n\n---\nname: web\nport: 8080",
        "Steps:\n--\nFirst we stop the server.\n--\nThen we start it.",
        "Please note:\n--\nThe order number is 4711.",
        "Hello\n\n---\n\nThe order number is 4711.",
        "a | b\n--- | ---\n1 | 2\n---\n3 | 4",
        "Prices\n_______\nRed: 4\nBlue: 5",
        "Title\n—\nThe price is 5 euros."
      })
  void text_after_lines_of_dashes_and_underscores_is_kept(String text) {
    assertEquals(text, ReplyText.newPart(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Please book this trip:\n\nFrom: Berlin\nTo: Vienna\nDate: 12 December\n\nA window seat.",
        "Please book:\n\nFrom: Berlin\nTo: Vienna\nDate: 12 December 2026 10:30\nSeats: 2\n\nBye",
        "Bitte anmelden:\n\nVon: Lager Köln\nAn: Filiale Bonn\nDatum: 12.12.2026\nPaletten: 4",
        "Reservar:\n\nDe: Madrid\nPara: Lisboa\nFecha: 12/12/2026\n\nGracias, dos billetes.",
        "Merci de réserver :\n\nDe : Paris\nÀ : Lyon\nDate : 12/12/2026\n\nUne place.",
        "Prenota:\n\nDa: Roma\nA: Milano\nData: 12/12/2026\n\nGrazie.",
        "Please send this:\n\nFrom: me@example.com\nTo: bob@example.com\nSubject: Hi\n\nDear Bob",
        "Log:\n\nFrom: a@example.com\nTo: b@example.com\nDate: 12 May\nRoom: 4\n\nIs it right?",
        "予約してください。\n\n差出人: 東京\n宛先: 大阪\n日付: 12月12日\n\n二名です。",
        "Oд: Београд\nДо: Скопје\nДатум: 12.12.2026\n\nДве места."
      })
  void lists_of_from_to_and_date_are_kept(String text) {
    assertEquals(text, ReplyText.newPart(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "It is on its way.\n\nSent via DHL on Monday, tracking number 00340434161094.",
        "Hello,\n\nSent by courier yesterday.",
        "Hola,\n\nEnviado desde Madrid el 2 de noviembre, pedido 4711.",
        "Hei,\n\nLähetetty tänään, seurantakoodi 4711.",
        "Hallo,\n\nVon meinem Konto wurden 40 Euro abgebucht.",
        "Hallo,\n\nGesendet von unserem Lager in Bonn.",
        "Ciao,\n\nInviato da Milano ieri.",
        "Bonjour,\n\nEnvoyé depuis notre entrepôt hier.",
        "Привет,\n\nОтправлено из Москвы вчера.",
        "Hej,\n\nSkickat från lagret i dag.",
        "Hi,\n\nSent with the invoice 4711.",
        "Hi,\n\nSent from my iPhone account to yours: 40 euros.",
        "Hi,\n\nGet the keys from Bob.",
        "Hi,\n\nSent from my iPhone\n\nThe order number is 4711.",
        "Hi,\n\nSent from my phone you will get the pictures later.\n\nThe order number is 4711."
      })
  void sentences_that_begin_like_a_device_line_are_kept(String text) {
    assertEquals(text, ReplyText.newPart(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "I wrote to ann@example.com about these points:\n\n1. The price\n2. The date",
        "In 2026 our auditors wrote:\n\nThe accounts are right.",
        "We meet on 2 November 2026 at 10:00.\nPlease tell Ann.\n\nThe room is 4.",
        "--- original plan ---\n\nWe start at nine.",
        "Plan:\n\n=== message original de Bob ===\n\nWe start at nine.",
        "It failed:\n\n  ann@example.com\n  host 192.0.2.22 [192.0.2.22]\n    SMTP error from remote mail"
            + " server after MAIL FROM:<bob@example.org>:\n    550 Bad SPF records",
        "  ann@example.jp\n    SMTP error from remote mail server after RCPT TO:<ann@example.jp>:\n"
            + "    host mx.example.jp [192.0.2.12]: 550 5.2.2 <ann@example.jp>... Mailbox Full",
        "The list:\n\nAnn (ann@example.com)\nBob (bob@example.com):\n\nBoth come."
      })
  void sentences_that_look_like_a_header_are_kept(String text) {
    assertEquals(text, ReplyText.newPart(text));
  }

  @Test
  void a_line_before_a_quote_may_end_in_a_blank_and_a_colon() {
    String part = ReplyText.newPart("New\n\nOn Mon, 2 Mar 20someone from :\n> \nsig.");
    assertTrue(part.startsWith("New"), part);
  }
}
