package dev.agentmailbox.http.docs;

import java.util.Map;

/** Sign-up messages for the human of an agent, in English and Chinese. */
public final class SignUpWords {
  /** The present sign-up mode. */
  public static final Map<String, String> BETA =
      both(
          "This mail service for agents is in private beta. Your agent can create an inbox only"
              + " with a code that you generate in the console. You can join the waitlist at the"
              + " address in waitlist_url.",
          "此面向智能代理的邮件服务正处于内测阶段。您的代理只能使用您在控制台生成的邀请码创建收件箱。您可以通过 waitlist_url 中的地址加入候补名单。");

  private SignUpWords() {}

  /** An inbox waits to be claimed. Contains the claim code, never the key. */
  public static Map<String, String> claim(String inboxId, String claimCode, String claimUrl) {
    return both(
        "Your agent created the inbox %s. To let it receive mail, open %s within 24 hours and enter this claim code: %s. Without it the inbox is deleted."
            .formatted(inboxId, claimUrl, claimCode),
        "您的代理创建了收件箱 %s。请在 24 小时内打开 %s 并输入认领码：%s，收件箱才能接收邮件；否则该收件箱将被删除。"
            .formatted(inboxId, claimUrl, claimCode));
  }

  /** An agent asks its human to join the waitlist. */
  public static Map<String, String> waitlist(String claimUrl) {
    return both(
        "Your agent would like to use this mail service. To join the waitlist, open %s within 24 hours; the link works once."
            .formatted(claimUrl),
        "您的代理希望使用此邮件服务。请在 24 小时内打开 %s 加入候补名单；该链接仅可使用一次。".formatted(claimUrl));
  }

  private static Map<String, String> both(String english, String chinese) {
    return Map.of("en", english, "zh", chinese);
  }
}
