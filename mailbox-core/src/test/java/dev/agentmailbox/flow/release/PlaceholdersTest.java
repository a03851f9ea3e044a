package dev.agentmailbox.flow.release;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlaceholdersTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Hello {{first_name}},",
        "Hello {{ user.name }},",
        "{{#if paid}}Thanks{{/if}}",
        "{{{raw_html}}}",
        "{{ customer.name | default: 'friend' }}",
        "Dear ${name},",
        "Total: ${order.total}",
        "${ user_name }",
        "${items[0]}",
        "Best regards, [Your Name]",
        "Best regards,\n[Your Full Name]",
        "[your company]",
        "[YOUR PHONE NUMBER HERE]",
        "[Your Company's Address]",
        "Dear [Name],",
        "Dear [First Name],",
        "Dear [Recipient Name],",
        "Dear [Recipient's name],",
        "Dear [customer_name],",
        "Meeting on <insert date>",
        "Meeting at <INSERT TIME HERE>",
        "Lorem ipsum dolor sit amet",
        "LOREM  IPSUM",
        "Welcome to [Your Product], {{name}}"
      })
  void words_to_be_filled_in_are_found(String text) {
    assertTrue(Placeholders.found(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "Hello Ann,",
        "Your order is on its way.",
        "function f() { if (x) { y(); } }",
        "{\"a\":{\"b\":1}}",
        "{{}}",
        "{{ }}",
        "{{1}}",
        "It costs $5 {approx.}",
        "${}",
        "Pay $ {name}",
        "[1] See the footnote",
        "[EXTERNAL] Your invoice",
        "[hostname] is down",
        "[username]",
        "[Your account](https://example.com/account)",
        "[Name]: see below",
        "[Name][1]",
        "array[your]",
        "[yours truly]",
        "Your name is needed",
        "Please insert the card",
        "<insertion>",
        "5 < insert > 3",
        "lorem",
        "ipsum lorem",
        "user@example.com wrote to nobody@host.test",
        "Write to x@example.test [today]"
      })
  void plain_words_are_not(String text) {
    assertFalse(Placeholders.found(text));
  }

  @Test
  void hostile_text_costs_little() {
    for (String unit :
        List.of(
            "{{",
            "{{a",
            "${",
            "${a",
            "[your ",
            "[a name",
            "[a ",
            "<insert ",
            "lorem ",
            "[your a",
            "[your-a-b-c-d-e-f-g",
            "[a-b-")) {
      String text = unit.repeat(1_000_000 / unit.length());
      assertTimeoutPreemptively(Duration.ofSeconds(3), () -> Placeholders.found(text), unit);
    }
  }
}
