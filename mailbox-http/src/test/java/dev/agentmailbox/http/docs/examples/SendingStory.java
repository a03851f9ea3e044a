package dev.agentmailbox.http.docs.examples;

import tools.jackson.databind.JsonNode;

/** The support desk answers, with drafts and with humans who approve. */
final class SendingStory {
  private static final String NOTICE =
      """
      {"to":["ana@example.com"],"subject":"Order 7: a new lamp is on its way",
       "text":"Hello Ana,\\n\\na new lamp left our warehouse today.\\n\\nExample Shop",
       "labels":["order-7"]}""";
  private static final String WITH_LINK =
      """
      {"to":["ana@example.com"],"subject":"Order 7: return label",
       "text":"Print the label: https://shop.example.com/labels/7","labels":["order-7"],
       "attachments":[{"filename":"label.txt","content_type":"text/plain",
       "content":"T3JkZXIgNw=="}]}""";

  private final Recorder to;
  private final MailStory mail;

  private SendingStory(Recorder to, MailStory mail) {
    this.to = to;
    this.mail = mail;
  }

  static void tell(Recorder to, MailStory mail) {
    SendingStory story = new SendingStory(to, mail);
    story.sends();
    story.approvals();
    story.drafts();
  }

  private void sends() {
    String messages = mail.box + "/messages";
    to.post(messages + "/check", NOTICE);
    JsonNode sent = to.post(messages + "/send", NOTICE);
    String question = messages + "/" + mail.question();
    to.post(question + "/reply", "{\"text\":\"Thank you, we are looking into it.\"}");
    to.post(question + "/reply-all", "{\"text\":\"The new lamp arrives on Wednesday.\"}");
    to.post(
        question + "/forward",
        "{\"to\":[\"warehouse@example.com\"],\"text\":\"Please check the packaging of order 7.\"}");
    to.get("/v0/sends/" + sent.get("send_id").stringValue());
    to.get("/v0/sends?status=sent&limit=2");
    JsonNode later =
        to.post(
            messages + "/send",
            "{\"to\":[\"ana@example.com\"],\"subject\":\"Is the new lamp fine?\","
                + "\"text\":\"Did it arrive well?\",\"send_at\":\"2026-11-05T09:00:00Z\"}");
    to.call("POST", "/v0/sends/" + later.get("send_id").stringValue() + "/cancel", null);
  }

  private void approvals() {
    to.patch(mail.box + "/policy", "{\"approval_flags\":[\"has_links\"]}");
    to.post(mail.box + "/messages/send", WITH_LINK);
    String approval = waiting();
    to.get(approval);
    to.get(approval + "/message");
    to.get(approval + "/attachments/" + file(to.get(approval + "/message")));
    to.post(approval + "/approve", "{\"note\":\"The label is right.\"}");
    to.post(
        mail.box + "/messages/send",
        "{\"to\":[\"ana@example.com\"],\"subject\":\"A voucher\","
            + "\"text\":\"Take it: https://shop.example.com/voucher\"}");
    to.post(waiting() + "/reject", "{\"note\":\"No vouchers for broken lamps.\"}");
    to.post(
        mail.box + "/messages/send",
        "{\"to\":[\"ana@example.com\"],\"subject\":\"Order 7: what we owe you\","
            + "\"text\":\"You get 500 euros: https://shop.example.com/orders/7\"}");
    JsonNode approved =
        to.post(
            waiting() + "/approve",
            "{\"note\":\"Fifty, not five hundred.\",\"edit\":{\"text\":"
                + "\"You get 50 euros: https://shop.example.com/orders/7\"}}");
    to.get("/v0/sends/" + approved.get("send_id").stringValue() + "/edit");
    to.post(
        mail.box + "/messages/send",
        "{\"to\":[\"ana@example.com\"],\"subject\":\"Order 7: please pay\","
            + "\"text\":\"Pay here: https://shop.example.com/pay/7\"}");
    String asked = waiting();
    to.post(asked + "/approve", "{\"undo_seconds\":10}");
    to.post(asked + "/undo", "{}");
    to.post(asked + "/return", "{\"note\":\"She has paid. Thank her instead.\"}");
    rules();
    to.patch(mail.box + "/policy", "{\"approval_flags\":null}");
  }

  private void rules() {
    JsonNode rule =
        to.human(
            "POST",
            "/v0/rules",
            "{\"kind\":\"domain\",\"domain\":\"example.com\",\"flags\":[\"has_links\"],"
                + "\"inbox_id\":\"support@agents.localhost\"}");
    to.post(
        mail.box + "/messages/send",
        "{\"to\":[\"ana@example.com\"],\"subject\":\"Order 7: thank you\","
            + "\"text\":\"Your receipt: https://shop.example.com/receipts/7\"}");
    String one = "/v0/rules/" + rule.get("rule_id").stringValue();
    to.get("/v0/rules");
    to.get(one + "/sends");
    to.delete(one);
  }

  private String waiting() {
    JsonNode list = to.get("/v0/approvals?status=pending");
    return "/v0/approvals/" + list.get("approvals").get(0).get("approval_id").stringValue();
  }

  private static String file(JsonNode message) {
    return message.get("attachments").get(0).get("attachment_id").stringValue();
  }

  private void drafts() {
    String drafts = mail.box + "/drafts";
    JsonNode draft =
        to.post(
            drafts,
            """
            {"to":["ana@example.com"],"subject":"Order 7: how to return the lamp",
             "text":"Hello Ana,\\n\\nhere is how to return it.",
             "attachments":[{"filename":"return.txt","content_type":"text/plain",
             "content":"UGFjayB0aGUgbGFtcC4="}],"client_id":"return-7"}""");
    String id = draft.get("draft_id").stringValue();
    for (String level : mail.levels) {
      to.get(level + "/drafts");
      to.get(level + "/drafts/" + id);
      to.get(level + "/drafts/" + id + "/attachments/" + file(draft));
    }
    to.get("/v0/drafts/" + id + "/rendered");
    to.patch(drafts + "/" + id, "{\"text\":\"Hello Ana,\\n\\nplease pack the lamp well.\"}");
    to.post(drafts + "/" + id + "/send", "{\"add_labels\":[\"order-7\"]}");
    JsonNode other = to.post(drafts, "{\"text\":\"Note to self\"}");
    to.delete(drafts + "/" + other.get("draft_id").stringValue());
  }
}
