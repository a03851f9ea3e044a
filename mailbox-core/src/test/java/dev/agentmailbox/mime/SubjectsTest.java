package dev.agentmailbox.mime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("compares processor time")
class SubjectsTest {
  @Test
  void the_base_is_the_same_whatever_stands_before_it() {
    for (String subject :
        List.of(
            "Quarterly  numbers",
            "Re: quarterly numbers",
            "RE: Re: re: Quarterly numbers",
            "Fwd: Fw: Quarterly numbers",
            "AW: WG: Quarterly numbers",
            "SV: VS: Quarterly numbers",
            "RE[2]: Quarterly numbers",
            "Re(3): Re^4: Re*5: Quarterly numbers",
            "Re : Quarterly numbers",
            "RE:Quarterly numbers",
            "回复：Quarterly numbers",
            "答复: 转发： Quarterly numbers",
            "転送: 返信: Quarterly numbers",
            "[finance] Re: [finance] Quarterly numbers",
            "Re: [finance] Fwd: Quarterly numbers",
            "Antwort: TR: RV: ENC: RIF: Quarterly numbers",
            "Ynt: İlt: Quarterly numbers".replace("İlt", "ilt"),
            "Ответ: Отв: Quarterly numbers",
            "Re: Quarterly numbers (fwd)",
            "Odp: PD: Quarterly numbers",
            "  \t Re:\u00a0Quarterly numbers ")) {
      assertEquals("quarterly numbers", Subjects.normalize(subject), subject);
    }
  }

  @Test
  void words_that_only_look_like_a_prefix_stay() {
    assertEquals("regarding: x", Subjects.normalize("Regarding: x"));
    assertEquals("reply: x", Subjects.normalize("reply: x"));
    assertEquals("re x", Subjects.normalize("Re x"));
    assertEquals("10: x", Subjects.normalize("10: x"));
    assertEquals("[only tag]", Subjects.normalize("[only tag]"));
    assertEquals("[open", Subjects.normalize("[open"));
  }

  @Test
  void the_base_may_be_empty() {
    assertEquals("", Subjects.normalize(""));
    assertEquals("", Subjects.normalize("Re: "));
    assertEquals("", Subjects.normalize("Re: Fwd: AW:"));
  }

  @Test
  void a_prefix_is_added_once() {
    assertEquals("Re: Hello", Subjects.reply("Hello"));
    assertEquals("RE: Hello", Subjects.reply("RE: Hello"));
    assertEquals("AW: Hello", Subjects.reply("AW: Hello"));
    assertEquals("[list] Re: Hello", Subjects.reply("[list] Re: Hello"));
    assertEquals("Re: Fwd: Hello", Subjects.reply("Fwd: Hello"));
    assertEquals("Re:", Subjects.reply(""));
    assertEquals("Fwd: Re: Hello", Subjects.forward("Re: Hello"));
    assertEquals("WG: Hello", Subjects.forward("WG: Hello"));
    assertEquals("Fwd: Hello", Subjects.forward("Hello"));
  }

  @Test
  void a_reply_prefix_counts_only_as_the_first_prefix() {
    assertTrue(Subjects.hasReplyPrefix("回覆: x"));
    assertTrue(Subjects.hasReplyPrefix("[tag] [other] sv: x"));
    assertFalse(Subjects.hasReplyPrefix("Fwd: Re: x"));
    assertFalse(Subjects.hasReplyPrefix("x Re: y"));
    assertFalse(Subjects.hasReplyPrefix(""));
  }

  @Test
  void hostile_subjects_take_no_more_than_a_second() {
    for (String subject :
        List.of(
            "Re: ".repeat(100_000),
            "[a] ".repeat(100_000),
            "[".repeat(400_000),
            "Re[1".repeat(100_000),
            "re(".repeat(100_000),
            "(fwd)".repeat(60_000),
            " ".repeat(400_000))) {
      Cpu.within(Duration.ofSeconds(1), () -> Subjects.normalize(subject));
      Cpu.within(Duration.ofSeconds(1), () -> Subjects.reply(subject));
    }
  }
}
