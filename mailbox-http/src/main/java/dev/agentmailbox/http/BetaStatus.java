package dev.agentmailbox.http;

import dev.agentmailbox.http.docs.ProblemShape;
import dev.agentmailbox.http.shape.Shapes;
import dev.agentmailbox.http.shape.View;
import java.util.Map;

/**
 * Who may sign up at present (specification, {@code GET /v0/beta}).
 *
 * @param signup {@code waitlist}, {@code invite_only} or {@code open}
 * @param waitlist {@code open} or {@code closed}
 * @param waitlistUrl where a human joins the waitlist
 * @param docsUrl address of the reference
 */
public record BetaStatus(String signup, String waitlist, String waitlistUrl, String docsUrl) {
  private static final Map<String, String> HUMAN_MESSAGE =
      Map.of(
          "en",
          "This mail service for agents is in private beta. Your agent can create an inbox only with"
              + " a code that you generate in the console. You can join the waitlist at the address"
              + " in waitlist_url.",
          "zh",
          "此面向智能代理的邮件服务正处于内测阶段。您的代理只能使用您在控制台生成的邀请码创建收件箱。您可以通过" + " waitlist_url 中的地址加入候补名单。");

  static final View<BetaStatus> VIEW =
      View.<BetaStatus>of("BetaStatus")
          .text(
              "signup",
              Shapes.choice("waitlist", "invite_only", "open"),
              BetaStatus::signup,
              "In every mode an agent signs up only with a directed code from its human.")
          .text("waitlist", Shapes.choice("open", "closed"), BetaStatus::waitlist, "")
          .text(
              "waitlist_url",
              Shapes.text("uri"),
              BetaStatus::waitlistUrl,
              "Where a human joins the waitlist.")
          .text("docs_url", Shapes.text("uri"), BetaStatus::docsUrl, "Address of the reference.")
          .plain(
              "human_message",
              ProblemShape.HUMAN_MESSAGE,
              status -> HUMAN_MESSAGE,
              "Text to show the human.")
          .build();
}
