package dev.agentmailbox.service.intake.screening;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds what separates the turns of a dialogue with a model, or calls its tools. People do not
 * write it to each other, so it is suspicious wherever it stands. Linear in the length of the text.
 */
final class ModelMarkup {
  /** Control tokens of chat templates, complete or without their end. */
  private static final String TOKENS =
      "<\\s?\\|\\s?(?:im_(?:start|end|sep)|end|user|assistant|system|tool|context|eo[mt]_id"
          + "|(?:start|end)_header_id|(?:begin|end)_?of_?(?:text|prompt|turn)|channel|message)\\b"
          + "|<(?:start|end)_of_turn>|<</?sys>>|\\[/inst]";

  /** Tags that end the turn of a mail or begin one of somebody else. */
  private static final String TAGS =
      "</(?:assistant|llm-note)>|</(?:user|e?mail|system)>\\s{0,3}<(?:assistant|system|user)\\b"
          + "|<(?:assistant|llm-note|new[\\s_-]instructions?|system\\sprompt|api_exec)>"
          + "|<end\\sof\\s(?:document|e-?mail|input)>"
          + "|[\\[<(=#*-]\\s?#?end\\s(?:of\\s)?(?:the\\s)?(?:e-?mails?|summary|body|document|user\\s\\w{5,7})"
          + "\\s?[\\])>=#*-]"
          + "|\\[(?:admin|send_e?mail|developer|system|new)_(?:mode|instructions?|message|prompt)]"
          + "|\\[send_email]|###\\s?\\(?system(?:_|\\s)(?:message|prompt)";

  /** Calls of tools as models write them. */
  private static final String CALLS =
      "\"(?:tool_calls?|function_call|recipient_name|tool_uses)\"\\s?:"
          + "|\"role\"\\s?:\\s?\"(?:system|assistant|user|tool)\""
          + "|\"(?:name|function|tool|action)\"\\s?:\\s?\"(?:send|forward|reply|delete)[_-]\\w"
          + "|\\bto=(?:inner_monologue|functions\\.)"
          + "|\\{\\s?\"?to\"?\\s?[:=]\\s?\"[^\"\\n]{1,100}\"\\s?[;,]\\s?\"{0,2}body\"?\\s?[:=]";

  private static final Pattern MARKUP = Pattern.compile(TOKENS + "|" + TAGS + "|" + CALLS);

  private ModelMarkup() {}

  /**
   * Whether a text has such markup.
   *
   * @param text in lower case
   */
  static boolean found(String text) {
    Matcher markup = MARKUP.matcher(text).useTransparentBounds(true).useAnchoringBounds(false);
    for (int at = 0; at < text.length(); at++) {
      if (mayBegin(text, at) && markup.region(at, text.length()).lookingAt()) {
        return true;
      }
    }
    return false;
  }

  /** Trying all of them at each letter was two fifths of the CPU of a delivery in memory. */
  private static boolean mayBegin(String text, int at) {
    return switch (text.charAt(at)) {
      case '<', '[', '(', '=', '#', '*', '-', '"', '{' -> true;
      case 't' -> text.startsWith("to=", at);
      default -> false;
    };
  }
}
