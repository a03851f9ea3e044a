package dev.agentmailbox.service.account;

import dev.agentmailbox.account.SignUpMode;

/**
 * Sign-up settings.
 *
 * @param codePrefix prefix of codes: 2 to 8 capital letters or digits
 * @param mode initial mode, until an operator changes it
 */
public record SignUpSettings(String codePrefix, SignUpMode mode) {
  public static final SignUpSettings DEFAULT = new SignUpSettings("MBX", SignUpMode.WAITLIST);
}
