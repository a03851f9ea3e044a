package dev.agentmailbox.inbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AddressRulesTest {
  private final AddressRules rules = new AddressRules("Mailbox");

  // spec Inboxes.4
  @ParameterizedTest
  @ValueSource(
      strings = {
        "abc",
        "a-b",
        "agent.one",
        "x_1",
        "support-x7",
        "0-9",
        "abcdefghijklmnopqrstuvwxyz012345"
      })
  void a_well_formed_username_is_accepted(String username) {
    assertEquals(Optional.empty(), rules.syntaxProblem(username));
  }

  // spec Sizes.9, CreateInbox.1, SignUpFields.2
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "ab",
        "abcdefghijklmnopqrstuvwxyz0123456",
        "Agent",
        "a b c",
        "a+b",
        ".abc",
        "abc.",
        "a..b",
        "a@b",
        "ünder",
        "a\r\nb",
        "abc\u0000"
      })
  void a_malformed_username_is_refused(String username) {
    assertTrue(rules.syntaxProblem(username).isPresent());
  }

  // spec Inboxes.6, ErrorCodes.18, CreateInbox.10
  @ParameterizedTest
  @ValueSource(
      strings = {
        "abuse",
        "admin",
        "postmaster",
        "no-reply",
        "noreply",
        "mailer-daemon",
        "mailbox",
        "p0stmaster",
        "adm1n",
        "5ecurity",
        "r00t",
        "abu5e",
        "vvww",
        "web.master",
        "a.b.u.s.e",
        "adrnin",
        "c0nsole",
        "maiibox"
      })
  void a_reserved_name_and_one_that_reads_like_it_are_reserved(String username) {
    assertTrue(rules.isReserved(username));
  }

  // spec Decisions.26
  @ParameterizedTest
  @ValueSource(
      strings = {
        "support",
        "sales",
        "billing",
        "help",
        "news",
        "info",
        "marketing",
        "support-x7",
        "admins-bot",
        "helper",
        "information",
        "alice",
        "agent1",
        "agent2",
        "sales-emea",
        "rooter"
      })
  void an_ordinary_name_is_not_reserved(String username) {
    assertFalse(rules.isReserved(username));
  }

  @Test
  void random_names_are_well_formed_and_differ() {
    RandomNames names = new RandomNames();
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < 2_000; i++) {
      String name = names.next();
      assertEquals(Optional.empty(), rules.syntaxProblem(name), name);
      assertFalse(rules.isReserved(name), name);
      seen.add(name);
    }
    assertTrue(seen.size() > 1_990);
  }
}
