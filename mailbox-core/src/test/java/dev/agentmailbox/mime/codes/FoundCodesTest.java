package dev.agentmailbox.mime.codes;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.agentmailbox.message.Extracted;
import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.mime.read.MimeReader;
import dev.agentmailbox.mime.read.ParsedMessage;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whole mails, in the files of {@code found}. */
class FoundCodesTest {
  private static final String APP = "https://app.example.com/";

  private static Extracted extracted(String name) throws IOException {
    try (InputStream in = FoundCodesTest.class.getResourceAsStream("found/" + name + ".eml")) {
      byte[] raw = Objects.requireNonNull(in, name).readAllBytes();
      ParsedMessage mail = new MimeReader().read(RawMessage.of(raw));
      return CodesAndLinks.in(mail.headers().subject(), mail.text(), mail.html());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "otp-colon-nospace-otp, 482913",
    "otp-mixedcase, vM8xw",
    "otp-spaced, 482913",
    "otp-text-excuse-long, 482913",
    "otp-phone, 482913"
  })
  void the_code_of_a_mail_is_found_and_nothing_else(String name, String code) throws IOException {
    assertEquals(
        List.of(code), extracted(name).codes().stream().map(Extracted.Code::code).toList());
  }

  @ParameterizedTest
  @CsvSource({
    "ln-jp-paren, verify?token=Zk3fQ9aLx7Bt2mWcRd81",
    "ln-bold-md, verify?token=Zk3fQ9aLx7Bt2mWcRd81",
    "ln-support-said, verify?token=Zk3fQ9aLx7Bt2mWcRd81",
    "ln-privacy-line, confirm/Zk3fQ9aLx7Bt2mWcRd81"
  })
  void the_link_of_a_mail_is_found_as_it_ends(String name, String link) throws IOException {
    assertEquals(
        List.of(APP + link), extracted(name).links().stream().map(Extracted.Link::url).toList());
  }
}
