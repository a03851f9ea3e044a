package dev.agentmailbox.server.net;

import dev.agentmailbox.port.RegistrableDomains;
import java.util.Optional;
import org.apache.hc.client5.http.psl.DomainType;
import org.apache.hc.client5.http.psl.PublicSuffixMatcherLoader;

/**
 * Registrable domains by the public suffix list (publicsuffix.org) that Apache HttpClient brings
 * along, which is read at the first question. Of the list only the suffixes of registries count:
 * names below those of its private part, such as those of dynamic DNS, cost nothing, so that one
 * person can have a hundred. A domain with an unknown suffix has two labels. Thread safe.
 */
public final class PublicSuffixes implements RegistrableDomains {
  @Override
  public String of(String domain) {
    return Optional.ofNullable(
            PublicSuffixMatcherLoader.getDefault().getDomainRoot(domain, DomainType.ICANN))
        .orElseGet(() -> LAST_TWO_LABELS.of(domain));
  }
}
