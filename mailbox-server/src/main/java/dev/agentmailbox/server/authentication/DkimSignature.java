package dev.agentmailbox.server.authentication;

import static java.util.Objects.requireNonNull;

import dev.agentmailbox.hash.Sha256;
import dev.agentmailbox.message.Authentication.SignatureCheck;
import dev.agentmailbox.server.dkim.CanonicalBody.Form;
import dev.agentmailbox.server.dkim.HeaderLines;
import dev.agentmailbox.server.dns.RecordType;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.james.jdkim.api.SignatureRecord;
import org.jspecify.annotations.Nullable;

/** Verification of one DKIM signature. Belongs to one thread. */
final class DkimSignature {
  private static final int MAX_NAME = 253;

  private final HeaderLines.Field field;
  private @Nullable DkimTags tags;
  private String result = "";
  private String reason = "";

  DkimSignature(HeaderLines.Field field) {
    this.field = field;
    String raw = field.raw();
    try {
      tags = new DkimTags(raw.substring(raw.indexOf(':') + 1));
    } catch (RuntimeException e) {
      // The library throws various exceptions for malformed tags.
      refuse("permerror", "syntax");
    }
  }

  void refuse(String verdict, String why) {
    if (result.isEmpty()) {
      result = verdict;
      reason = why;
    }
  }

  /** 0 for the domain of an author, 1 for a parent or child of one, 2 for others. */
  int distance(List<String> authors) {
    String domain = tags == null ? "" : tags.domain().toLowerCase(Locale.ROOT);
    if (authors.contains(domain)) {
      return 0;
    }
    boolean near =
        authors.stream().anyMatch(a -> a.endsWith("." + domain) || domain.endsWith("." + a));
    return near ? 1 : 2;
  }

  /** Verifies everything but the body. */
  void look(HeaderLines header, Lookups lookups, long nowSeconds) {
    DkimTags signature = tags;
    if (signature == null || !result.isEmpty()) {
      return;
    }
    try {
      if (Domains.parse(signature.domain()).isEmpty()
          || !Domains.canBeAsked(signature.selector())) {
        refuse("permerror", "syntax");
      } else if (!header.wellFormed()) {
        refuse("permerror", "malformed_header");
      } else if (!signature.algorithm().equals("rsa-sha256")
          && !signature.algorithm().equals("ed25519-sha256")) {
        refuse("permerror", "algorithm");
      } else if (signature.isExpired(nowSeconds)) {
        refuse("fail", "expired");
      } else if (signature.isEarly(nowSeconds)) {
        refuse("fail", "in_the_future");
      } else {
        verify(signature, header, lookups);
      }
    } catch (RuntimeException e) {
      refuse("permerror", "syntax");
    }
  }

  private void verify(DkimTags signature, HeaderLines header, Lookups lookups) {
    List<String> names = signature.getHeaders().stream().map(CharSequence::toString).toList();
    String canonical = signature.getHeaderCanonicalisationMethod();
    boolean relaxed = canonical.equals(SignatureRecord.RELAXED);
    SignedHeader signed = new SignedHeader(header, names, relaxed);
    if (!relaxed && !canonical.equals(SignatureRecord.SIMPLE)) {
      refuse("permerror", "canonicalization");
      return;
    }
    if (signed.omitsDuplicates()) {
      refuse("fail", "duplicate_field");
      return;
    }
    Optional<DkimKey> key = key(signature, lookups);
    if (key.isEmpty()) {
      return;
    }
    try {
      byte[] data = signed.bytes(field);
      byte[] hash = Sha256.digest().digest(data);
      if (!key.get().verifies(hash, data, signature.getSignature())) {
        refuse("fail", "signature");
      }
    } catch (GeneralSecurityException e) {
      refuse("permerror", "key");
    }
  }

  private Optional<DkimKey> key(DkimTags signature, Lookups lookups) {
    Lookups.Answer answer =
        lookups.ask(signature.selector() + "._domainkey." + signature.domain(), RecordType.TXT);
    if (answer.failed()) {
      refuse("temperror", "no_answer");
      return Optional.empty();
    }
    if (answer.values().size() != 1) {
      refuse("permerror", answer.values().isEmpty() ? "no_key" : "several_keys");
      return Optional.empty();
    }
    DkimKey key = new DkimKey(answer.values().get(0));
    String type = signature.algorithm().substring(0, signature.algorithm().indexOf('-'));
    if (!key.isOf(type) || !key.isForMail() || !key.isHashMethodSupported("sha256")) {
      refuse("permerror", "key_not_for_this");
      return Optional.empty();
    }
    String identity = signature.getIdentity().toString();
    boolean exact =
        identity.substring(identity.lastIndexOf('@') + 1).equalsIgnoreCase(signature.domain());
    if (key.isDenySubdomains() && !exact) {
      refuse("permerror", "key_not_for_this");
      return Optional.empty();
    }
    return Optional.of(key);
  }

  /** The canonical form of the signed body; empty when no longer needed. */
  Optional<Form> bodyForm() {
    DkimTags signature = tags;
    if (signature == null || !result.isEmpty()) {
      return Optional.empty();
    }
    Optional<Form> form = Form.of(signature.getBodyCanonicalisationMethod());
    if (form.isEmpty()) {
      refuse("permerror", "canonicalization");
    }
    return form;
  }

  /**
   * Completes the verification.
   *
   * @param digests of every {@link #bodyForm}
   */
  void compare(Map<Form, byte[]> digests) {
    bodyForm()
        .ifPresent(
            form -> {
              byte[] signed = requireNonNull(tags).getBodyHash();
              if (MessageDigest.isEqual(digests.get(form), signed)) {
                result = "pass";
              } else {
                refuse("fail", "body");
              }
            });
  }

  SignatureCheck check() {
    String domain = tags == null ? "" : cut(tags.domain());
    String selector = tags == null ? "" : cut(tags.selector());
    return new SignatureCheck(domain, selector, result, reason);
  }

  private static String cut(String text) {
    return text.length() > MAX_NAME ? text.substring(0, MAX_NAME) : text;
  }
}
