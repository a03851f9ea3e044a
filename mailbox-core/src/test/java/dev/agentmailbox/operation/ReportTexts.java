package dev.agentmailbox.operation;

/** Reports of other servers: what they could not deliver, and what their users complained of. */
final class ReportTexts {
  private ReportTexts() {}

  static String report(String... recipientGroups) {
    return """
        From: Mail System <mailer-daemon@mx.example.net>
        Subject: Undeliverable mail
        MIME-Version: 1.0
        Content-Type: multipart/report; report-type=delivery-status; boundary=cut

        --cut
        Content-Type: text/plain

        One of your messages met with trouble.
        --cut
        Content-Type: message/delivery-status

        Reporting-MTA: dns; mx.example.net

        """
        + String.join("\n\n", recipientGroups)
        + "\n\n--cut--\n";
  }

  static String group(String recipient, String action, String status, String diagnostic) {
    return "Final-Recipient: rfc822; %s\nAction: %s\nStatus: %s\nDiagnostic-Code: smtp; %s"
        .formatted(recipient, action, status, diagnostic);
  }

  static String failed(String recipient, String status) {
    return report(group(recipient, "failed", status, "550 " + status + " refused over there"));
  }

  static String unknownUser(String recipient) {
    return report(group(recipient, "failed", "5.1.1", "550 5.1.1 no such user"));
  }

  static String complaint(String type, String fields, String returned) {
    return """
        From: <feedback@provider.example>
        Subject: A report about your mail
        MIME-Version: 1.0
        Content-Type: multipart/report; report-type=feedback-report; boundary=cut

        --cut
        Content-Type: text/plain

        Somebody did not want this.
        --cut
        Content-Type: message/feedback-report

        Feedback-Type: %s
        User-Agent: Feedback/1
        Version: 1
        %s
        --cut
        Content-Type: message/rfc822

        %s
        Subject: Hello

        Some words.
        --cut--
        """
        .formatted(type, fields, returned);
  }
}
