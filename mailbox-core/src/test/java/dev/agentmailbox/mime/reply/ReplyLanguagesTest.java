package dev.agentmailbox.mime.reply;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What mail programs write around a quoted message, in the languages of {@code languages.txt}. */
class ReplyLanguagesTest {
  private static final String NEW = "Yes, the second one.";

  static List<String> languages() throws IOException {
    try (BufferedReader file =
        new BufferedReader(
            new InputStreamReader(
                Objects.requireNonNull(QuoteWords.class.getResourceAsStream("languages.txt")),
                StandardCharsets.UTF_8))) {
      return file.lines()
          .filter(line -> line.contains("|") && Character.isLowerCase(line.charAt(0)))
          .collect(Collectors.toList());
    }
  }

  @ParameterizedTest
  @MethodSource("languages")
  void header_blocks_are_cut_in_each_language(String row) {
    String[] columns = row.split("\\|", -1);
    for (String from : columns[1].split(";", -1)) {
      String block =
          from.strip()
              + ": Ann Smith <ann@example.com>\n"
              + first(columns[2])
              + ": 2.11.2026 10:00\n"
              + first(columns[4])
              + ": Bob <bob@example.com>\n"
              + first(columns[5])
              + ": Plan\n\nHello, how are you?\n";
      assertEquals(NEW, ReplyText.newPart(NEW + "\n\n" + block), block);
      assertEquals(
          NEW, ReplyText.newPart(NEW + "\n\n" + block.replace(" <ann@example.com>", "")), block);
    }
  }

  @ParameterizedTest
  @MethodSource("languages")
  void lines_that_announce_a_message_are_cut_in_each_language(String row) {
    for (String line : row.split("\\|", -1)[9].split(";", -1)) {
      String announced = "-------- " + line.strip() + " --------\nHello, how are you?\n";
      assertEquals(NEW, ReplyText.newPart(NEW + "\n\n" + announced), announced);
    }
  }

  @ParameterizedTest
  @MethodSource("languages")
  void device_lines_at_the_end_are_cut_in_each_language(String row) {
    for (String line : row.split("\\|", -1)[10].split(";", -1)) {
      String device = line.strip().replace("*", "iPhone");
      assertEquals(NEW, ReplyText.newPart(NEW + "\n\n" + device + "\n"), device);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "On Mon, Nov 2, 2026 at 10:00 AM Ann <ann@example.com> wrote:",
        "Am Mo., 2. Nov. 2026 um 10:00 Uhr schrieb Ann <ann@example.com>:",
        "Le lun. 2 nov. 2026 à 10:00, Ann <ann@example.com> a écrit :",
        "El lun, 2 nov 2026 a la(s) 10:00 a.m., Ann (ann@example.com) escribió:",
        "Em seg., 2 de nov. de 2026 às 10:00, Ann <ann@example.com> escreveu:",
        "Ann <ann@example.com> escreveu (segunda, 2/11/2026 à(s) 10:00):",
        "Il giorno lun 2 nov 2026 alle ore 10:00 Ann <ann@example.com> ha scritto:",
        "Op ma 2 nov 2026 om 10:00 schreef Ann <ann@example.com>:",
        "Den mån 2 nov. 2026 kl 10:00 skrev Ann <ann@example.com>:",
        "man. 2. nov. 2026 kl. 10:00 skrev Ann <ann@example.com>:",
        "Den man. 2. nov. 2026 kl. 10.00 skrev Ann <ann@example.com>:",
        "ma 2. marrask. 2026 klo 10.00 Ann (ann@example.com) kirjoitti:",
        "pon., 2 lis 2026 o 10:00 Ann <ann@example.com> napisał(a):",
        "po 2. 11. 2026 v 10:00 odesílatel Ann <ann@example.com> napsal:",
        "po 2. 11. 2026 o 10:00 Ann <ann@example.com> napísal(a):",
        "V pon., 2. nov. 2026 ob 10:00 je oseba Ann <ann@example.com> napisala:",
        "pon, 2. stu 2026. u 10:00 Ann <ann@example.com> napisao je:",
        "pon, 2. nov 2026. u 10:00 Ann <ann@example.com> je napisao/la:",
        "пон, 2. нов 2026. у 10:00 Ann <ann@example.com> је написао/ла:",
        "На пн, 2.11.2026 г. в 10:00 Ann <ann@example.com> написа:",
        "На пон., 2 ное. 2026 во 10:00 Ann <ann@example.com> напиша:",
        "пн, 2 нояб. 2026 г. в 10:00, Ann <ann@example.com>:",
        "2 ноября 2026 г., в 10:00, Ann <ann@example.com> написал(а):",
        "пн, 2 лист. 2026 р. о 10:00 Ann <ann@example.com> пише:",
        "пн, 2 ліс 2026 г. у 10:00 Ann <ann@example.com> піша:",
        "În lun., 2 nov. 2026 la 10:00, Ann <ann@example.com> a scris:",
        "Ann <ann@example.com> ezt írta (időpont: 2026. nov. 2., H, 10:00):",
        "Στις Δευ 2 Νοε 2026 στις 10:00 π.μ., ο χρήστης Ann <ann@example.com> έγραψε:",
        "Ann <ann@example.com>, 2 Kas 2026 Pzt, 10:00 tarihinde şunu yazdı:",
        "\u202bבתאריך יום ב׳, 2 בנוב׳ 2026 ב-10:00 מאת \u202aAnn\u202c\u200f"
            + " <\u202aann@example.com\u202c\u200f>:\u202c",
        "في الاثنين، ٢ نوفمبر ٢٠٢٦ في ١٠:٠٠ ص تمت كتابة ما يلي بواسطة Ann <ann@example.com>:",
        "در تاریخ دوشنبه ۲ نوامبر ۲۰۲۶،\u200f ۱۰:۰۰ Ann <ann@example.com> نوشت:",
        "پیر، 2 نومبر، 2026 کو 10:00 AM کو Ann <ann@example.com> نے لکھا:",
        "सोम, 2 नव॰ 2026 को 10:00 am बजे को Ann <ann@example.com> ने लिखा:",
        "सोम, २ नव॰ २०२६ को १०:०० बजे Ann <ann@example.com> ने लिखा:",
        "সোম, ২ নভে, ২০২৬ তারিখে ১০:০০ AM টায় Ann <ann@example.com> লিখেছেন:",
        "ในวันที่ จ. 2 พ.ย. 2026 เวลา 10:00 Ann <ann@example.com> เขียนว่า:",
        "ในวันที่ จ. ๒ พ.ย. ๒๕๖๙ เวลา ๑๐:๐๐ Ann <ann@example.com> เขียนว่า:",
        "Vào Th 2, 2 thg 11, 2026 vào lúc 10:00 Ann <ann@example.com> đã viết:",
        "Pada Sen, 2 Nov 2026 pukul 10.00 Ann <ann@example.com> menulis:",
        "Pada Isn, 2 Nov 2026 pada 10:00 PG Ann <ann@example.com> menulis:",
        "2026年11月2日(月) 10:00 Ann <ann@example.com>:",
        "2026/11/02 10:00、Ann <ann@example.com>のメール:",
        "2026년 11월 2일 (월) 오전 10:00, Ann <ann@example.com>님이 작성:",
        "Ann <ann@example.com> 于2026年11月2日周一 10:00写道：",
        "Ann <ann@example.com> 於 2026年11月2日週一 上午10:00寫道：",
        "2026-11-02, pr, 10:00 Ann <ann@example.com> rašė:",
        "pirmd., 2026. g. 2. nov., plkst. 10:00 — lietotājs Ann (<ann@example.com>) rakstīja:",
        "Kuupäev E, 2. november 2026 kell 10:00 kirjutas kasutaja Ann (<ann@example.com>):",
        "Missatge de Ann <ann@example.com> del dia dl., 2 de nov. 2026 a les 10:00:",
        "Ann <ann@example.com> erabiltzaileak hau idatzi du (2026 aza. 2, al. (10:00)):",
        "O luns, 2 de nov. de 2026 ás 10:00, Ann (<ann@example.com>) escribiu:",
        "Þann mán., 2. nóv. 2026 kl. 10:00 skrifaði Ann <ann@example.com>:",
        "Ar Luan 2 Samh 2026 ag 10:00, scríobh Ann <ann@example.com>:",
        "Ar Llun, 2 Tach 2026 am 10:00, ysgrifennodd Ann <ann@example.com>:",
        "Më hën, 2 nën 2026 në 10:00 Ann <ann@example.com> shkroi:",
        "ორშ, 2 ნოე. 2026, 10:00 Ann <ann@example.com>-მა დაწერა:",
        "Երկ, 2 նոյ, 2026 թ., 10:00 Ann <ann@example.com>-ը գրել է։",
        "2 noy 2026, B.e., 10:00 tarixində Ann <ann@example.com> yazdı:",
        "дс, 2 қар. 2026 ж., сағ. 10:00 Ann <ann@example.com> жазды:",
        "On Mon, Nov 2, 2026 at 10:00\u202fAM Ann\u00a0<ann@example.com>\u00a0wrote:",
        "---- On Mon, 02 Nov 2026 10:00:00 +0100 Ann <ann@example.com> wrote ----",
        "In a message dated 11/2/2026 2:00:24 P.M. Central Daylight Time,\nann@example.com writes:",
        "On Mon, Nov 2, 2026 at 10:00 AM Ann Smith of the Example Company <\n"
            + "ann.smith@sales.example.com>\nwrote:",
        "pon, 2. nov 2026. u 10:00 Ann <ann@example.com> je\nnapisao/la:",
        "Dne po 2. 11. 2026 v 10:00 uživatel Ann Nováková <\nann@example.com> napsal:",
        "------- Original Message -------\nOn Monday, November 2nd, 2026 at 10:00 AM, Ann wrote:",
        "---- John Smith wrote ----"
      })
  void attributions_of_mail_programs_are_cut(String header) {
    assertEquals(NEW, ReplyText.newPart(NEW + "\n\n" + header + "\n\n> old\n> text\n"));
    assertEquals(NEW, ReplyText.newPart(NEW + "\n\n" + header + "\n\nold text\n"));
    assertEquals(NEW, ReplyText.newPart(NEW + "\n" + header + "\n> old\n> text\n"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<b>Από:</b> Ann &lt;ann@example.com&gt;<br><b>Στάλθηκε:</b> 2/11/2026 10:00<br>"
            + "<b>Προς:</b> Bob<br><b>Θέμα:</b> Plan",
        "<b>От:</b>&nbsp;<a href='mailto:ann@example.com'>Ann</a><br>"
            + "<b>Отправлено:</b>&nbsp;‎четверг‎, ‎26‎ ‎июня‎ ‎2026‎ г. ‎15‎:‎05<br>"
            + "<b>Кому:</b>&nbsp;<a href='mailto:bob@example.com'>Bob</a>",
        "<table><tr><td>From:<td>Ann &lt;ann@example.com&gt;<tr><td>Sent:<td>Monday 10:00"
            + "<tr><td>To:<td>Bob<tr><td>Subject:<td>Plan</table>"
      })
  void header_blocks_of_html_replies_are_cut(String block) {
    String html =
        ReplyHtml.newPart("<div>Yes.</div><div style='border-top:solid'>" + block + "</div><p>OLD")
            .orElse("");
    assertTrue(html.contains("Yes.") && !html.contains("OLD") && !html.contains("Plan"), html);
  }

  private static String first(String column) {
    return column.split(";", -1)[0].strip();
  }
}
