package dev.agentmailbox.mime.reply;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.mime.Cpu;
import dev.agentmailbox.mime.html.HtmlText;
import dev.agentmailbox.mime.html.UnreadableHtmlException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("compares processor time")
class ReplyTextTest {
  @Test
  void quote_headers_of_many_languages_are_cut() {
    for (String header :
        List.of(
            "On Tue, 3 Mar 2026 at 10:11, Ann <ann@example.com> wrote:",
            "Am Di., 3. März 2026 um 10:11 Uhr schrieb Ann <ann@example.com>:",
            "Le mar. 3 mars 2026 à 10:11, Ann <ann@example.com> a écrit :",
            "El mar, 3 mar 2026 a las 10:11, Ann (<ann@example.com>) escribió:",
            "Il giorno mar 3 mar 2026 alle ore 10:11 Ann <ann@example.com> ha scritto:",
            "Em ter., 3 de mar. de 2026 às 10:11, Ann <ann@example.com> escreveu:",
            "Op di 3 mrt 2026 om 10:11 schreef Ann <ann@example.com>:",
            "Den tis 3 mars 2026 kl 10:11 skrev Ann <ann@example.com>:",
            "tir. 3. mar. 2026 kl. 10.11 skrev Ann <ann@example.com>:",
            "ti 3. maalisk. 2026 klo 10.11 Ann (ann@example.com) kirjoitti:",
            "wt., 3 mar 2026 o 10:11 Ann <ann@example.com> napisał(a):",
            "вт, 3 мар. 2026 г. в 10:11, Ann <ann@example.com>:",
            "3 Mar 2026 Sal, saat 10:11 tarihinde Ann <ann@example.com> şunu yazdı:",
            "út 3. 3. 2026 v 10:11 odesílatel Ann <ann@example.com> napsal:",
            "Ann <ann@example.com> 于2026年3月3日周二 10:11写道：",
            "2026年3月3日(火) 10:11 Ann <ann@example.com>:",
            "---- On Tue, 03 Mar 2026 10:11:00 +0100 Ann<ann@example.com> wrote ----")) {
      assertEquals("Yes.", ReplyText.newPart("Yes.\n\n" + header + "\n\n> old\n> text\n"), header);
      assertEquals("Yes.", ReplyText.newPart("Yes.\n\n" + header + "\n\nold text\n"), header);
    }
  }

  @Test
  void outlook_blocks_and_original_message_lines_are_cut() {
    assertEquals(
        "New",
        ReplyText.newPart(
            "New\n\n_____________\nFrom: Ann <a@x>\nSent: Tuesday\nTo: Bob\nSubject: s\n\nold"));
    assertEquals(
        "New",
        ReplyText.newPart("New\n\n--- Original message ---From: Ann <a@x> Date: 3 Mar\nold"));
    assertEquals("New", ReplyText.newPart("New\n\nOn Tue, Mar 3 Ann wrote:\n> old"));
    assertEquals(
        "Neu",
        ReplyText.newPart("Neu\r\n\r\n-----Ursprüngliche Nachricht-----\r\nVon: Ann\r\nalt"));
    assertEquals("好", ReplyText.newPart("好\n\n发件人： 张三\n发送时间： 2026年3月3日\n收件人： 李四\n主题： 你好\n\n旧"));
  }

  @Test
  void answers_between_quotes_stay_with_their_quotes() {
    String text = "> Is it red?\n\nNo.\n\n> Is it blue?\n\nYes.";
    assertEquals(text, ReplyText.newPart(text));
    assertEquals(
        "Hi,\n\n> Is it red?\n\nNo.",
        ReplyText.newPart("Hi,\n\nOn Mon, 2 Mar 2026, Ann wrote:\n> Is it red?\n\nNo.")
            .replace("\n\n\n", "\n\n"));
  }

  @Test
  void signatures_are_cut_and_lists_and_rules_are_not() {
    assertEquals("Bye", ReplyText.newPart("Bye\n\n-- \nAnn\nExample Ltd\n"));
    assertEquals("Bye", ReplyText.newPart("Bye\n\nSent from my iPhone"));
    String list = "Points:\n---\n- one\n- two\n***\nDone";
    assertEquals(list, ReplyText.newPart(list.replace("---", "----")).replace("----", "---"));
    assertEquals("On we go: wrote: x", ReplyText.newPart("On we go: wrote: x"));
  }

  @Test
  void when_nothing_is_left_everything_is_answered() {
    assertEquals("> only\n> quotes", ReplyText.newPart("> only\n> quotes\n"));
    assertEquals("Sent from my iPhone", ReplyText.newPart("Sent from my iPhone"));
    assertEquals("", ReplyText.newPart("\n\n"));
    String forward = "---------- Forwarded message ---------\nFrom: a\nDate: b\nTo: c\n\nbody";
    assertEquals("body", ReplyText.newPart(forward));
  }

  @Test
  void html_quotes_are_removed_by_their_marks() {
    assertEquals(
        "<div>New</div>",
        ReplyHtml.newPart(
                "<div>New</div><div class=\"gmail_quote\">On x<blockquote>old</blockquote></div>")
            .orElse("")
            .strip());
    assertTrue(
        ReplyHtml.newPart("<p>N</p><div id=divRplyFwdMsg>From: a</div><div>old</div>")
            .filter(html -> html.contains("N") && !html.contains("old"))
            .isPresent());
    assertFalse(
        ReplyHtml.newPart(
                "<p>N</p><div class=gmail_quote>On x<blockquote>q</blockquote><p>answer</p>"
                    + "<blockquote>r</blockquote></div>")
            .isPresent());
    assertFalse(ReplyHtml.newPart("<p>plain</p>").isPresent());
    assertFalse(ReplyHtml.newPart("<blockquote type=cite>all</blockquote>").isPresent());
  }

  @Test
  void html_quotes_without_marks_are_found_by_their_lines() {
    for (String quote :
        List.of(
            "<div>On Mon, 2 Mar 2026 at 10:00, <a href=x>Ann</a> &lt;a@b.c&gt; wrote:</div><p>old",
            "<div style='border-top:solid'><p><b>From:</b> Ann<br><b>Sent:</b> Monday<br>"
                + "<b>To:</b> Bob<br><b>Subject:</b> s</p></div><p>old",
            "<hr><p><b>Von:</b> Ann</p><p><b>Gesendet:</b> Montag</p><p><b>An:</b> Bob</p>old",
            "-----Original Message-----<br>From: x<br>old",
            "<table><tr><td>Fri, 28 Mar 2026 10:00 +0100 from Ann &lt;a@b.c&gt;:<td>old</table>")) {
      String html = ReplyHtml.newPart("<div><p>New <b>text</b></p>" + quote + "</div>").orElse("");
      assertTrue(html.contains("New <b>text</b>") && !html.contains("old"), html);
      assertEquals("New text", ReplyText.newPart(HtmlText.toText(html)), quote);
    }
    assertFalse(ReplyHtml.newPart("On Mon, 2 Mar 2026, Ann wrote:<br>old").isPresent());
  }

  @Test
  void hostile_documents_take_no_more_than_a_few_seconds() {
    for (String html :
        List.of(
            "<b>".repeat(50_000) + "On 1 Jan 2026 a@b wrote:",
            "<p>On 1 Jan 2026 10:00 a@b wrote:".repeat(30_000),
            "<p>x" + "<div class=gmail_quote>".repeat(20_000),
            "<p>x" + "<div class=gmail_quote></div>".repeat(30_000) + "<p>y".repeat(10_000),
            "<p>x</p>" + "<div id=divRplyFwdMsg></div>y".repeat(20_000),
            "x<br>".repeat(100_000))) {
      Cpu.within(Duration.ofSeconds(4), () -> newHtmlOrNothing(html));
    }
  }

  private static Optional<String> newHtmlOrNothing(String html) {
    try {
      return ReplyHtml.newPart(html);
    } catch (UnreadableHtmlException over) {
      return Optional.empty();
    }
  }

  @Test
  void of_n_quotes_each_is_cut_and_of_one_more_none() {
    String quote = "<div class=gmail_quote>q</div>";
    assertEquals(Optional.of("new"), ReplyHtml.newPart("new" + quote.repeat(ReplyHtml.MAX_QUOTES)));
    assertEquals(
        Optional.empty(), ReplyHtml.newPart("new" + quote.repeat(ReplyHtml.MAX_QUOTES + 1)));
  }

  @Test
  void a_new_part_of_n_characters_is_kept_and_a_longer_one_is_left_out() {
    String most = "x".repeat(ReplyHtml.MAX_NEW_PART);
    String quote = "<div class=gmail_quote>q</div>";
    assertEquals(Optional.of(most), ReplyHtml.newPart(most + quote));
    assertEquals(Optional.empty(), ReplyHtml.newPart(most + "x" + quote));
  }

  @Test
  void hostile_texts_take_no_more_than_a_second() {
    for (String text :
        List.of(
            "x".repeat(1_000_000),
            "On 1 Jan 2026 ".repeat(70_000),
            "On 1 Jan 2026 x\n".repeat(60_000),
            "On 1 Jan 2026 a@b <\n".repeat(50_000),
            "> > > > ".repeat(100_000),
            "On 1 Jan 2026 at 10:00, a@b wrote:\n".repeat(20_000) + "> q\n".repeat(20_000) + "t",
            "On 1 Jan 2026 at 10:00, a@b wrote:\n> q\n\nt\n\n".repeat(20_000),
            "From: a\nTo: b\n".repeat(50_000),
            "From: a@b\n".repeat(100_000),
            "From: a\nSent: 1\n\n".repeat(60_000),
            "From:".repeat(200_000),
            "On ".repeat(350_000),
            ("On ".repeat(100) + "1 1:00 a@b\n").repeat(3_000),
            "On 1 Jan 2026 at 10:00, a@b\n\n<".repeat(40_000),
            "2026".repeat(250_000),
            "1:00 a@b ".repeat(40).concat("wrote\n").repeat(3_000),
            "-- wrote --\n".repeat(90_000),
            "Sent from my ".repeat(80_000),
            "Sent from my <http://a\n".repeat(50_000),
            "\u0663\u202f\u200f".repeat(300_000),
            "ا".repeat(399).concat("\n").repeat(2_500),
            "e\u0301".repeat(190).concat("\n").repeat(2_500),
            "> ".repeat(500_000),
            ">\n".repeat(500_000),
            "-".repeat(500_000) + "x" + "-".repeat(500_000),
            "_".repeat(1_000_000),
            "\n".repeat(1_000_000),
            "-- \n".repeat(200_000),
            "--\na\n".repeat(200_000))) {
      Cpu.within(Duration.ofSeconds(1), () -> ReplyText.newPart(text));
    }
  }
}
