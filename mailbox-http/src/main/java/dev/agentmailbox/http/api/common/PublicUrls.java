package dev.agentmailbox.http.api.common;

import dev.agentmailbox.http.limit.AddressRange;
import dev.agentmailbox.http.limit.NetworkOperators;
import dev.agentmailbox.http.table.Request;
import dev.agentmailbox.service.request.CallerNetwork;

/**
 * URLs for humans and agents without an account, and the table of network operators. Immutable and
 * thread safe.
 *
 * @param appUrl URL of the console
 * @param docsUrl URL of the reference
 */
public record PublicUrls(String appUrl, String docsUrl, NetworkOperators operators) {
  /** Where a human joins the waitlist. */
  public String waitlistUrl() {
    return appUrl + "/waitlist";
  }

  /** Where a human enters a claim code. */
  public String claimUrl() {
    return appUrl + "/agents";
  }

  public CallerNetwork network(Request call) {
    return new CallerNetwork(
        AddressRange.ofNetwork(call.client()).toString(), operators.of(call.client()));
  }
}
