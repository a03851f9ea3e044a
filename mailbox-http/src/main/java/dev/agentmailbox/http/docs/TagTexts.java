package dev.agentmailbox.http.docs;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The groups of operations, in the order in which a reader needs them. */
final class TagTexts {
  private static final Map<String, String> TEXTS = new LinkedHashMap<>();

  static {
    TEXTS.put(
        "Inboxes",
        "Create, find and change inboxes: each is an address that receives and sends mail.");
    TEXTS.put(
        "Messages",
        "Read, search and label the mail of an inbox, download files, and release held mail.");
    TEXTS.put(
        "Threads", "Conversations: messages grouped by reply, across received and sent mail.");
    TEXTS.put(
        "Sending",
        "Send, reply and forward, check a message without sending it, and follow its outcome"
            + " for each recipient.");
    TEXTS.put("Drafts", "Prepare mail, for review or in several steps, and send it later.");
    TEXTS.put("Approvals", "Sends that need a human's decision before they leave.");
    TEXTS.put(
        "Events",
        "Everything that happens, in order: poll with a cursor or subscribe over a WebSocket.");
    TEXTS.put(
        "Webhooks",
        "Signed HTTPS deliveries of events (Standard Webhooks), with retries and replay.");
    TEXTS.put("Lists", "Allow and block lists for outgoing mail, incoming mail and replies.");
    TEXTS.put(
        "Policy", "Rules for approval, holding and sending, set per organization, pod or inbox.");
    TEXTS.put("Rules", "What may leave without the approval that the policy asks for.");
    TEXTS.put("Usage", "Daily counters, quotas, and the breaker that stops sending.");
    TEXTS.put(
        "Accounts", "The identity of the caller, its organization, and pods to group inboxes.");
    TEXTS.put("API keys", "Create, restrict and revoke keys with scope, permissions and expiry.");
    TEXTS.put("Sign-up", "How agents and their humans get an inbox or a place on the waitlist.");
    TEXTS.put("Members", "The humans of an organization and their roles.");
    TEXTS.put("Console", "Sign-in, sessions and passkeys of humans.");
    TEXTS.put(
        "Audit", "Every decision and change with its actor, in a tamper-evident chain of hashes.");
    TEXTS.put("Operators", "Running the installation: organizations, invites, sending as a whole.");
    TEXTS.put("Service", "Health, sign-up status and this description. No key needed.");
    TEXTS.put("Not offered", "Paths that some clients know and that are always refused.");
  }

  private static final List<String> ORDER = List.copyOf(TEXTS.keySet());

  private TagTexts() {}

  /** Known tags in the order of the reference, then all others by name. */
  static Comparator<String> order() {
    return Comparator.comparingInt(TagTexts::rank).thenComparing(Comparator.naturalOrder());
  }

  private static int rank(String tag) {
    int at = ORDER.indexOf(tag);
    return at < 0 ? ORDER.size() : at;
  }

  /** What the operations of a tag are for; empty for an unknown tag. */
  static String of(String tag) {
    return TEXTS.getOrDefault(tag, "");
  }
}
