package dev.agentmailbox.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class ScopeTest {
  private static final Scope ORGANIZATION = Scope.organization("org_a");
  private static final Scope POD = Scope.pod("org_a", "pod_p");
  private static final Scope INBOX = Scope.inbox("org_a", "pod_p", "one@agents.test");

  @Test
  void a_scope_knows_what_it_is() {
    assertEquals(ScopeType.ORGANIZATION, ORGANIZATION.type());
    assertEquals(ScopeType.POD, POD.type());
    assertEquals(ScopeType.INBOX, INBOX.type());
    assertEquals("org_a", ORGANIZATION.id());
    assertEquals("pod_p", POD.id());
    assertEquals("one@agents.test", INBOX.id());
    assertEquals(Optional.empty(), ORGANIZATION.pod());
    assertEquals(Optional.of("pod_p"), INBOX.pod());
    assertEquals(Optional.empty(), POD.inbox());
    assertEquals(Optional.of("one@agents.test"), INBOX.inbox());
  }

  @Test
  void an_inbox_scope_names_its_pod() {
    assertThrows(IllegalArgumentException.class, () -> new Scope("org_a", null, "one@agents.test"));
  }

  @Test
  void an_organization_contains_all_of_its_own() {
    assertTrue(ORGANIZATION.contains("org_a", null, null));
    assertTrue(ORGANIZATION.contains("org_a", "pod_q", null));
    assertTrue(ORGANIZATION.contains("org_a", "pod_q", "x@agents.test"));
    assertFalse(ORGANIZATION.contains("org_b", "pod_p", "one@agents.test"));
  }

  @Test
  void a_pod_contains_itself_and_its_inboxes() {
    assertTrue(POD.contains("org_a", "pod_p", null));
    assertTrue(POD.contains("org_a", "pod_p", "x@agents.test"));
    assertFalse(POD.contains("org_a", null, null), "what belongs to the whole organization");
    assertFalse(POD.contains("org_a", "pod_q", null));
    assertFalse(POD.contains("org_b", "pod_p", null));
  }

  @Test
  void an_inbox_contains_nothing_but_itself() {
    assertTrue(INBOX.contains("org_a", "pod_p", "one@agents.test"));
    assertFalse(INBOX.contains("org_a", "pod_p", "two@agents.test"));
    assertFalse(INBOX.contains("org_a", "pod_p", null), "its pod is wider");
    assertFalse(INBOX.contains("org_a", null, null));
    assertFalse(INBOX.contains("org_b", "pod_p", "one@agents.test"));
  }

  @Test
  void narrowing_to_a_pod_never_widens() {
    assertEquals(Optional.of(POD), ORGANIZATION.narrowToPod("pod_p"));
    assertEquals(Optional.of(POD), POD.narrowToPod("pod_p"));
    assertEquals(Optional.empty(), POD.narrowToPod("pod_q"));
    assertEquals(Optional.of(INBOX), INBOX.narrowToPod("pod_p"));
    assertEquals(Optional.empty(), INBOX.narrowToPod("pod_q"));
  }

  @Test
  void wire_names_are_lower_case() {
    assertEquals("organization", ScopeType.ORGANIZATION.wireName());
    assertEquals("pod", ScopeType.POD.wireName());
    assertEquals("inbox", ScopeType.INBOX.wireName());
  }
}
