package dev.agentmailbox.mime.codes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.message.Extracted.Code;
import dev.agentmailbox.message.Extracted.Link;
import dev.agentmailbox.mime.Cpu;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Isolated("compares processor time")
class CodesAndLinksTest {
  private static List<String> codes(String text) {
    return CodesAndLinks.codes(null, text, null).stream().map(Code::code).toList();
  }

  private static List<String> links(String text) {
    return CodesAndLinks.links(null, text, null).stream().map(Link::url).toList();
  }

  /** The lines of a table beside the tests. */
  private static Stream<String> table(String name) throws IOException {
    try (InputStream in = CodesAndLinksTest.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IOException(name + " is missing");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("# "))
          .map(line -> line.replace("\\n", "\n"));
    }
  }

  private static Stream<Arguments> pairs(String name) throws IOException {
    return table(name)
        .map(line -> line.lastIndexOf('|') < 0 ? line + "|" : line)
        .map(
            line ->
                Arguments.of(
                    line.substring(0, line.lastIndexOf('|')),
                    line.substring(line.lastIndexOf('|') + 1)));
  }

  static Stream<Arguments> messagesWithCodes() throws IOException {
    return pairs("codes-found.txt");
  }

  static Stream<String> messagesWithoutCode() throws IOException {
    return table("codes-not.txt");
  }

  static Stream<Arguments> messagesWithLinks() throws IOException {
    return pairs("links-found.txt");
  }

  static Stream<String> messagesWithoutLink() throws IOException {
    return table("links-not.txt");
  }

  @ParameterizedTest
  @MethodSource("messagesWithCodes")
  void a_code_is_found_as_people_write_it(String text, String codes) {
    assertEquals(List.of(codes.split(",")), codes(text));
  }

  @ParameterizedTest
  @MethodSource("messagesWithoutCode")
  void a_number_that_is_something_else_is_no_code(String text) {
    assertEquals(List.of(), codes(text));
  }

  @ParameterizedTest
  @MethodSource("messagesWithLinks")
  void a_link_ends_where_its_address_ends_and_is_judged_by_itself(String text, String link) {
    assertEquals(List.of(link), links(text));
  }

  @ParameterizedTest
  @MethodSource("messagesWithoutLink")
  void a_link_that_does_something_else_is_left_out(String text) {
    assertEquals(List.of(), links(text));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Your verification code is 482913.|482913",
        "482913 is your Acme code|482913",
        "Use OTP 4829 to pay.|4829",
        "Security code: 482 913|482913",
        "Your code is 4829-1357|48291357",
        "G-482913 is your Google verification code.|G-482913",
        "Enter this code: X7K9P2|X7K9P2",
        "Device code: WDJB-M3HT|WDJB-M3HT",
        "Your PIN is 2024|2024",
        "Ihr Bestätigungscode lautet 482913|482913",
        "Votre code de vérification est le 482913|482913",
        "Tu código de verificación es 482913|482913",
        "O seu código é 482913|482913",
        "Il tuo codice è 482913|482913",
        "Uw verificatiecode is 482913|482913",
        "Twój kod to 482913|482913",
        "Din kod är 482913|482913",
        "Doğrulama kodu: 482913|482913",
        "Ваш код подтверждения: 482913|482913",
        "您的验证码是482913，请勿泄露|482913",
        "認証コードは 482913 です|482913",
        "인증번호 482913|482913",
        "رمز التحقق الخاص بك هو 482913|482913"
      })
  void a_code_near_its_word_is_found(String text, String code) {
    assertEquals(List.of(code), codes(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "We met in 2024 and wrote code together.",
        "Zip code 90210",
        "Use promo code SAVE20 today",
        "The error code was 40401",
        "Our code of conduct has 1234 words",
        "Order 482913 has shipped.",
        "Call +1 555 482 9130",
        "The price is $4829 with this code",
        "https://example.org/code/482913",
        "Your code expires in 1440 minutes",
      })
  void other_numbers_and_other_codes_are_left_out(String text) {
    assertEquals(List.of(), codes(text));
  }

  @Test
  void a_code_alone_in_a_line_belongs_to_the_line_before() {
    assertEquals(
        List.of(new Code("482913", "Here is your verification code:")),
        CodesAndLinks.codes(
            null, "Hi,\n\nHere is your verification code:\n\n  482 913\n\nBye", null));
  }

  @Test
  void the_subject_is_looked_at_first_and_a_code_is_told_once() {
    List<Code> found =
        CodesAndLinks.codes("482913 is your code", "Your code: 482913\nOld code: 111222", null);
    assertEquals(
        List.of(new Code("482913", "482913 is your code"), new Code("111222", "Old code: 111222")),
        found);
  }

  @Test
  void the_html_is_looked_at_when_the_text_has_nothing() {
    String excuse = "Please use a client that shows HTML.";
    String html =
        "<p>Your code</p><h1>482913</h1>"
            + "<a href='https://example.org/verify?token=abc'>Verify your address</a>";
    assertEquals(
        List.of(new Code("482913", "Your code")), CodesAndLinks.codes("Welcome", excuse, html));
    assertEquals(
        "https://example.org/verify?token=abc",
        CodesAndLinks.links("Welcome", excuse, html).get(0).url());
    String letter = "A long letter. ".repeat(50);
    assertEquals(1, CodesAndLinks.codes("Welcome", letter, html).size());
    assertEquals(1, CodesAndLinks.links("Welcome", letter, html).size());
  }

  @Test
  void html_that_writes_letters_as_references_is_read_too() {
    assertEquals(
        List.of(new Code("482913", "Tu código: 482913")),
        CodesAndLinks.codes(null, "Please use HTML.", "<p>Tu c&oacute;digo: 482913</p>"));
    assertEquals(
        1,
        CodesAndLinks.links(
                null,
                "Please use HTML.",
                "<p>Confirm: https:&#x2F;&#x2F;example.org&#x2F;verify?token=1</p>")
            .size());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Code",
        "passcode",
        "kode",
        "Koodi",
        "OTP",
        "PIN",
        "TAN",
        "2FA",
        "MFA",
        "one-time PIN",
        "One time code",
        "Einmalpasswort",
        "mot de passe unique",
        "codigo",
        "codice",
        "Zugangscode"
      })
  void every_word_is_found_in_a_line_of_plain_letters(String word) {
    assertEquals(List.of("482913"), codes("Here, in a standard line: " + word + " 482913"));
    assertEquals(List.of("482913"), codes("Ŝi, in a standard line: " + word + " 482913"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Bestätigungscode",
        "mot de passe à usage unique",
        "contraseña de un solo uso",
        "CÓDIGO",
        "kód",
        "ΚΩΔΙΚΌΣ",
        "κωδικός",
        "mã",
        "jelszó",
        "jelſzó",
        "Код",
        "ПАРОЛЬ",
        "验证码",
        "驗證碼",
        "校验码",
        "动态码",
        "認証コード",
        "認証番号",
        "確認コード",
        "ワンタイムパスワード",
        "コード",
        "인증 번호",
        "인증코드",
        "코드",
        "رمز",
        "كود",
        "קוד",
        "कोड",
        "ओटीपी",
        "รหัส",
        "p\u0131n",
        "\u212aode"
      })
  void every_word_is_found_in_a_line_of_any_letters(String word) {
    assertEquals(List.of("482913"), codes("Her: " + word + " 482913"));
  }

  @Test
  void a_link_that_confirms_or_signs_in_is_found_with_its_text() {
    assertEquals(
        List.of(
            new Link(
                "https://example.org/u/verify?token=abc123",
                "Please confirm: https://example.org/u/verify?token=abc123.")),
        CodesAndLinks.links(
            null, "Please confirm: https://example.org/u/verify?token=abc123.", null));
    assertEquals(
        List.of("https://click.example.net/x/aBcDeFgHiJkLmNoPqRsT"),
        links("Click to activate your account\nhttps://click.example.net/x/aBcDeFgHiJkLmNoPqRsT"));
    assertEquals(
        List.of("https://example.de/a/0123456789abcdef0123"),
        links("Bitte bestätigen (https://example.de/a/0123456789abcdef0123)"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "See https://example.org/blog/2024/a-very-long-title-of-a-post",
        "Unsubscribe: https://example.org/unsubscribe?token=abcdefghijklmnop",
        "Confirm that you read https://example.org/",
        "ftp://example.org/verify?token=1",
      })
  void other_links_are_left_out(String text) {
    assertEquals(List.of(), links(text));
  }

  @Test
  void at_most_ten_of_each_are_told() {
    StringBuilder many = new StringBuilder();
    for (int i = 1000; i < 1100; i++) {
      many.append("code 5").append(i).append(" https://a.test/verify/").append(i).append('\n');
    }
    assertEquals(10, codes(many.toString()).size());
    assertEquals(10, links(many.toString()).size());
  }

  @Test
  void the_beginning_of_a_long_message_is_looked_at_and_no_more() {
    String found = "code 4829";
    String before = "x".repeat(CodesAndLinks.MAX_TEXT - found.length() - 1) + "\n";
    assertEquals(List.of("4829"), codes(before + found));
    assertEquals(List.of(), codes("xx" + before + "code 4829"));
    String html = "<p>code 482913";
    String comment = "<!--" + "x".repeat(CodesAndLinks.MAX_HTML - html.length() - 7) + "-->";
    assertEquals(1, CodesAndLinks.codes(null, "HTML only", comment + html).size());
    assertEquals(0, CodesAndLinks.codes(null, "HTML only", comment + "     " + html).size());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "your code 12\n...x1\n",
        "code ",
        "код1 ",
        "code A-1",
        "code A-",
        "bestätigungs",
        "one time einmal mot de passe à usage 2fa1 ",
        "https://",
        "https://a/aaaaaaaaaaaaaaaaaaaaa anmel",
        "ŝ",
      })
  void twenty_messages_made_to_keep_the_search_busy_do_not(String piece) {
    String run = piece.contains("...") ? piece.replace("...", ".".repeat(1_990)) : piece;
    String line = run.length() > 1_000 ? run : run.repeat(2_000 / run.length() - 1) + "1\n";
    String text = line.repeat(CodesAndLinks.MAX_TEXT / line.length() + 1);
    Cpu.within(
        Duration.ofSeconds(10),
        () -> {
          for (int i = 0; i < 20; i++) {
            CodesAndLinks.codes(null, text, null);
            CodesAndLinks.links(null, text, null);
          }
          return text;
        });
  }

  /** Without a word for a code no line has to be looked at letter by letter. */
  @Test
  void text_of_any_script_without_such_words_costs_a_fraction_of_text_with_them() {
    String without = filled("письмо 12 ".repeat(100) + "письмо\n");
    String with = filled("письмо 12 ".repeat(100) + "пароль\n");
    long leastWithout = Long.MAX_VALUE;
    long leastWith = Long.MAX_VALUE;
    // By turns, so that both are compiled and disturbed alike.
    for (int i = 0; i < 50; i++) {
      leastWithout = Math.min(leastWithout, nanos(without));
      leastWith = Math.min(leastWith, nanos(with));
    }
    assertTrue(2 * leastWithout <= leastWith, leastWithout + ", " + leastWith);
  }

  private static String filled(String line) {
    return line.repeat(CodesAndLinks.MAX_TEXT / line.length());
  }

  private static long nanos(String text) {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long start = threads.getCurrentThreadCpuTime();
    CodesAndLinks.codes(null, text, null);
    return threads.getCurrentThreadCpuTime() - start;
  }

  @Test
  void a_year_is_a_code_only_just_after_its_word() {
    assertEquals(List.of("2024"), codes("zip code 1 and your PIN is 2024"));
    assertEquals(List.of(), codes("your PIN, as agreed in 2024"));
    assertEquals(List.of("4829"), codes("4829 " + "x".repeat(80) + " code"));
    assertEquals(List.of(), codes("4829 " + "x".repeat(90) + " code"));
  }
}
