package dev.agentmailbox.service.account;

import dev.agentmailbox.account.SignUpMode;

/**
 * How a service lets agents and people in.
 *
 * @param codePrefix what codes begin with: 2 to 8 capital letters or digits
 * @param mode until an operator chooses another
 */
public record SignUpSettings(String codePrefix, SignUpMode mode) {
  public static final SignUpSettings DEFAULT = new SignUpSettings("MBX", SignUpMode.WAITLIST);
}
