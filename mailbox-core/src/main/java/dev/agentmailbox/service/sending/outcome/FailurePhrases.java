package dev.agentmailbox.service.sending.outcome;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Phrases used by mail servers, matched verbatim in text with normalized white space; the first
 * reason with a match wins.
 */
final class FailurePhrases {
  private static final int MAX_CHARACTERS = 8_000;

  private static final Map<BounceReason, List<String>> PHRASES =
      Map.ofEntries(
          Map.entry(
              BounceReason.MAILBOX_FULL,
              List.of(
                  "\u4e00\u676f\u306e\u305f\u3081",
                  "\u5bb9\u91cf\u8d85\u904e",
                  "mailbox full",
                  "mailbox is full",
                  "mailbox has exceeded",
                  "mailbox for user is full",
                  "inbox is full",
                  "quota exceeded",
                  "over quota",
                  "overquota",
                  "exceeded storage",
                  "exceeds storage",
                  "exceeded quota",
                  "exceed the quota",
                  "exceeds the quota",
                  "out of storage",
                  "storage quota",
                  "disk quota",
                  "quota reached",
                  "user is out of quota",
                  "mailbox size limit",
                  "mailbox exceeds",
                  "not enough storage",
                  "over the storage limit",
                  "over the maximum allowed")),
          Map.entry(
              BounceReason.SPAM,
              List.of(
                  "spam",
                  "unsolicited",
                  "blacklist",
                  "blocklist",
                  "block list",
                  "black list",
                  "blocked using",
                  "reputation",
                  "phish",
                  "virus",
                  "malware",
                  "content filter",
                  "content rejected",
                  "dmarc",
                  "dkim",
                  "spf ",
                  "spf)",
                  "ptr record",
                  "reverse dns",
                  "reverse lookup",
                  "sender address rejected",
                  "sender rejected",
                  "sender verify failed",
                  "sender domain",
                  "bad sender",
                  "unauthenticated",
                  "authentication required",
                  "relaying denied",
                  "relay access denied",
                  "unable to relay",
                  "not permitted to relay",
                  "relay not permitted",
                  "recipient preferences",
                  "couldn't create")),
          Map.entry(
              BounceReason.TOO_BIG,
              List.of(
                  "message too big",
                  "message too large",
                  "message size exceeds",
                  "message is too large",
                  "exceeds size limit",
                  "exceeded the maximum message size",
                  "exceeds maximum size",
                  "exceeds the maximum size",
                  "maximum message size",
                  "size limit",
                  "too large")),
          Map.entry(
              BounceReason.LATER,
              List.of(
                  "greylist",
                  "graylist",
                  "try again later",
                  "at a rate",
                  "rate limit",
                  "too many connections",
                  "too many concurrent",
                  "too many messages",
                  "too many recipients",
                  "temporarily deferred",
                  "throttl")),
          Map.entry(
              BounceReason.EXPIRED,
              List.of(
                  "envelope expired",
                  "for the last",
                  "was aborted after",
                  "retry limit",
                  "retry timeout exceeded",
                  "retry time not reached",
                  "delivery time expired",
                  "delivery expired",
                  "message expired",
                  "been in the queue too long",
                  "in the queue too long",
                  "on the queue too long",
                  "could not be delivered for",
                  "not delivered within",
                  "queue lifetime",
                  "max queue time",
                  "maximum queue time",
                  "giving up after",
                  "too old",
                  "timed out")),
          Map.entry(
              BounceReason.UNKNOWN_USER,
              List.of(
                  "user not exist",
                  "user not exists",
                  "recipient not exist",
                  "invalid final delivery",
                  "check if address is correct",
                  "destinataire invalide",
                  "adresse d au moins un destinataire",
                  "\u30c7\u30a3\u30ec\u30af\u30c8\u30ea",
                  "user unknown",
                  "unknown user",
                  "no such user",
                  "no such recipient",
                  "no such mailbox",
                  "no such account",
                  "no such address",
                  "no such person",
                  "no such local user",
                  "no mailbox here by that name",
                  "no mailbox by that name",
                  "recipient unknown",
                  "unknown recipient",
                  "unknown or illegal",
                  "unknown address",
                  "address unknown",
                  "unknown mailbox",
                  "unknown local",
                  "unrouteable address",
                  "recipient not found",
                  "recipnotfound",
                  "recipient name is not recognized",
                  "user not found",
                  "mailbox not found",
                  "address not found",
                  "account not found",
                  "address does not exist",
                  "user does not exist",
                  "mailbox does not exist",
                  "account does not exist",
                  "account that you tried to reach does not exist",
                  "recipient does not exist",
                  "doesn't exist",
                  "does not have an account",
                  "doesn't have a",
                  "invalid recipient",
                  "invalid mailbox",
                  "invalid address",
                  "invalid user",
                  "bad destination mailbox",
                  "bad recipient",
                  "not a valid mailbox",
                  "not a valid user",
                  "not a known user",
                  "not listed in",
                  "not our customer",
                  "is not known at",
                  "there is no user",
                  "undeliverable address",
                  "no account by that name",
                  "user doesn",
                  "possibly incorrect",
                  "email address wasn't found",
                  "address couldn't be found",
                  "no valid recipients",
                  "inactive recipient")),
          Map.entry(
              BounceReason.UNKNOWN_HOST,
              List.of(
                  "dns lookup failure",
                  "no mx found",
                  "invalid domain",
                  "domain is not reachable",
                  "host or domain name not found",
                  "no route found to domain",
                  "all relevant mx records point to non-existent",
                  "mail exchanger not found",
                  "host unknown",
                  "unknown host",
                  "host not found",
                  "domain not found",
                  "no such domain",
                  "unknown domain",
                  "domain does not exist",
                  "name or service not known",
                  "non-existent domain",
                  "nonexistent domain",
                  "couldn't find any host",
                  "couldn't find any host named",
                  "no mx record",
                  "null mx",
                  "does not accept mail",
                  "unrouteable mail domain")),
          Map.entry(
              BounceReason.DISABLED,
              List.of(
                  "account disabled",
                  "account is disabled",
                  "account has been disabled",
                  "mailbox disabled",
                  "mailbox is disabled",
                  "mailbox currently suspended",
                  "account suspended",
                  "account has been suspended",
                  "account is inactive",
                  "mailbox is inactive",
                  "account inactive",
                  "account expired",
                  "no longer active",
                  "user is inactive",
                  "suspended")),
          Map.entry(
              BounceReason.REFUSED,
              List.of(
                  "access denied",
                  "not authorized",
                  "permission denied",
                  "policy",
                  "refused",
                  "rejected",
                  "prohibited",
                  "blocked",
                  "banned",
                  "not allowed")),
          Map.entry(
              BounceReason.NETWORK,
              List.of(
                  "not found, try again",
                  "did not accept our requests to connect",
                  "socket error",
                  "temporarily unable to connect",
                  "connection timed out",
                  "connection refused",
                  "connection reset",
                  "lost connection",
                  "network is unreachable",
                  "no route to host",
                  "could not connect",
                  "wasn't able to establish an smtp connection",
                  "unable to connect",
                  "loops back",
                  "too many hops",
                  "mail loop",
                  "routing loop")),
          Map.entry(
              BounceReason.SYSTEM,
              List.of(
                  "local configuration error",
                  "configuration error",
                  "system error",
                  "internal error",
                  "insufficient system",
                  "can't create output",
                  "cannot open",
                  "service unavailable")),
          Map.entry(BounceReason.UNKNOWN, List.of()));

  private FailurePhrases() {}

  /** Normalizes text for matching: lower case, single spaces, truncated. */
  static String plain(String text) {
    StringBuilder out = new StringBuilder(Math.min(text.length(), MAX_CHARACTERS));
    boolean space = false;
    for (int i = 0; i < text.length() && out.length() < MAX_CHARACTERS; i++) {
      char c = text.charAt(i);
      if (Character.isWhitespace(c)) {
        space = out.length() > 0;
      } else {
        if (space) {
          out.append(' ');
        }
        space = false;
        out.append(c == '\u2019' ? '\'' : c);
      }
    }
    return out.toString().toLowerCase(Locale.ROOT);
  }

  /** The reason given in the text; UNKNOWN when none is recognized. */
  static BounceReason cause(String text) {
    String plain = plain(text);
    for (BounceReason cause : BounceReason.values()) {
      for (String phrase : PHRASES.getOrDefault(cause, List.of())) {
        if (plain.contains(phrase)) {
          return cause;
        }
      }
    }
    return BounceReason.UNKNOWN;
  }
}
