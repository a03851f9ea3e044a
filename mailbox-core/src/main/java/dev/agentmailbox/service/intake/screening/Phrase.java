package dev.agentmailbox.service.intake.screening;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Kinds of phrases addressed to a model rather than to a human reader. Each is searched only around
 * keywords it requires, so that ordinary mail costs next to nothing.
 *
 * <p>In the patterns a blank stands for what separates two words, and {@code ..3} for up to three
 * words. Every repetition is bounded and unambiguous.
 */
@SuppressWarnings("ImmutableEnumChecker") // Set.of and Pattern do not change
enum Phrase {
  /** Overrides earlier instructions. */
  OVERRIDE(
      "instruction instructions prompt prompts guideline guidelines directive directives programming"
          + " rules training",
      "\\b(ignore|disregard|forget|override|bypass|discard|abandon|stop following|do not follow|don.t follow)"
          + " ..4 (previous|prior|above|earlier|preceding|existing|original|former|initial|past|system|safety"
          + "|security|your) ..3 (instructions?|prompts?|guidelines?|directives?|programming|rules|training)\\b"),
  /** As OVERRIDE, in other languages. */
  OVERRIDE_ABROAD(
      "anweisung anweisungen systemanweisungen vorgaben instrucciones instruções instruções istruzioni"
          + " instructions инструкции инструкций указания",
      "\\b(ignorier|vergiss|missachte)\\w{0,4} ..3 (vorherig|vorig|bisherig|früher|obig)\\w{0,2} \\w{0,6}(anweisung"
          + "|vorgabe)|\\b(ignor|olvid|oubli|dimentic|esque)\\w{0,5} ..3 (instru|istru)\\w{4,8} (anterior|previ|préc"
          + "|prec)\\w{1,8}|(игнорируй|забудь)\\w{0,2} ..1 (предыдущие|прежние) (инструкци|указани)"),
  /** Assigns another role or claims authority. */
  ROLE(
      "now act behave pretend new mode override prompt jailbreak jailbroken",
      "\\b(you are|you.re) now ..4 (ai|assistant|bot|chatbot|model|agent|mode|dan|unrestricted|jailbroken)\\b"
          + "|\\bfrom now on (you|your|always|never|respond|reply|answer|act)\\b"
          + "|\\b(act|behave|respond) as ..3 (ai|assistant|bot|chatbot|model|system|administrator|dan)\\b"
          + "|\\bpretend (to be|you are|that you)\\b|\\bnew (system )?(instructions?|task|prompts?)(:| for you\\b"
          + "| from (your|the (user|system|developer))\\b)|\\b(developer|admin|debug|god|maintenance) mode ..2 (enabled"
          + "|on|activated|active)\\b|\\bsystem (override|prompt)\\b|\\bjailbr(eak|oken)\\b"),
  /** Markup of model dialogues. */
  MARKUP(
      "im_start im_end endoftext start_header_id inst sys system assistant user instruction instructions email",
      "<\\|(im_start|im_end|system|user|assistant|endoftext|start_header_id)|\\[/?inst]|<</?sys>>"
          + "|(?m:^)\\s{0,5}+###\\s{0,3}+(system|instructions?)\\b|</?system>|<assistant>|</user>|\\[system]"
          + "|\\bbegin\\ssystem\\s(prompt|message|instructions?)\\b"
          + "|(--|==|\\[)\\s{0,3}+end\\sof\\s(e-?mail|user\\s(input|message|content))"),
  /** Demands secrecy. */
  SECRECY(
      "user users human owner operator principal creator developer",
      "\\b(do not|don.t|never|without|must not|avoid) ..1 (tell|telling|inform|informing|notify|notifying|alert"
          + "|alerting|mention|mentioning|reveal|revealing|show|showing|ask|asking|warn|warning|disclose|disclosing|let"
          + "|letting) ..6 (the|your|any) (user|human|owner|operator|principal|creator|developer)s?\\b"
          + "|\\b(secret|hidden|quiet|confidential) from (the|your) (user|human|owner|operator|principal)\\b"),
  /** Addresses a model. */
  ADDRESS(
      "ai ais llm llms language assistant assistants chatbot chatbots agent agents",
      "\\bif (you are|you.re) ..3 (ai|llm|language model|chatbot|ai agent|ai assistant|automated (agent|assistant"
          + "|system))\\b|\\b(dear|hey|hello|attention|(note|notice|message|instructions?|reminder) (to|for))( (the|any|all"
          + "|this|our))? (ais?|llms?|language models?|ai (assistant|agent|model|system)s?|e?mail assistants?"
          + "|chatbots?)\\b|\\bto you(,? the)? (ai|llm|language model|ai (assistant|agent|model))\\b"
          + "|\\bi am (the|an) ai (mail )?(assistant|agent)\\b|\\b(ai|llm|language model)( (assistant|agent|model|system)s?)? (reading|processing"
          + "|summari[sz]ing|parsing|handling) (this|the|these)\\b|\\bas an? (ai|llm|large language model|ai assistant"
          + "|ai language model) (you|please)\\b|\\b(assistant|ai agent|ai assistant) (must|shall|should)( now)? (ignore"
          + "|send|forward|reply|follow|execute|call|delete)\\b"),
  /** Asks for secrets. */
  EXFILTRATION(
      "key keys apikey api_key apikeys password passwords credentials secret secrets token tokens prompt"
          + " conversation emails mails messages mail instructions inbox list",
      "\\b(send|forward|e-?mail|post|upload|leak|transmit|exfiltrate|reveal|print|output|repeat|share|include|append"
          + "|disclose|copy|give|reply with|respond with) ..8 (api(_| )?keys?|passwords?|credentials|secrets?"
          + "|private keys?|(access|session) tokens?|system prompt|conversation( history| log)?|all( of)?( the| your| my)?"
          + " (e-?mails?|messages|mails?)|your ..1 instructions|(entire|whole) inbox|contact list)\\b"),
  /** Dictates the response. */
  ANSWER(
      "response answer output summary reply message",
      "\\b(add|include|insert|integrate|append|mention|modify|encode|translate|reverse|invert|encrypt|render|express"
          + "|write|enhance|augment|replace|begin|start|end|finish|convert|shift|format|embed|prefix|substitute|apply"
          + "|provide|use|scramble|jumble|rearrange|anagram|misspell|introduce|remove|group|combine|swap) ..25 your"
          + " (response|answer|output|summary|reply|message)\\b|\\b(in|of) your (response|answer|output|summary|reply)"
          + " (add|include|insert|mention|suggest|tease|write|say|state|provide|recommend|always|also|only)\\b"),
  /** Requests a tool call. */
  TOOL(
      "tool function command api execute following send_message forward_message reply_to_message delete_thread"
          + " send_email",
      "\\b(call|use|invoke|run|execute|trigger) (the|your|a|this) ..1 (tool|function|command|api) ..1 (to|with|and|now)\\b"
          + "|\\b(call|use|invoke) (the|an|your) (appropriate|right|correct) (api|tool|function)( call)?\\b"
          + "|\\b(send|forward|reply_to|delete)_(message|mail|email|thread|all)\\b|\\bexecute the following\\b"
          + "|\\brun the following (command|code|script)"),
  /** Pretends to belong to the task that the model has. */
  PRETEXT(
      "task tasks instructions summarizing summarising summary",
      "\\b(before|after) you ..3 (solve|do|complete|finish|continue|start) ..3 tasks?\\b"
          + "|\\btasks? (that )?i (gave|have given) you\\b"
          + "|\\b(these are|this is) not (a )?new instructions?\\b|\\bnew ..1 instructions?:"
          + "|\\bin addition to ..1 (summari[sz]ing|summary)\\b|\\binstructions? to execute\\b"
          + "|\\btask 1 ..2 (completed?|done|finished)\\b|\\bonly after ..3 summary\\b"),
  /** A task for a model; harmless in visible text, since people ask each other for such things. */
  TASK(
      "summarize summarise translate analyze analyse script function program poem command sentiment mood respond"
          + " reply answer base64 base32 base16 base58 emoji emojis cipher",
      "\\bsummari[sz]e (the|this|all)\\b|\\btranslate (the|this|your)\\b|\\banaly[sz]e (the|this)\\b|\\b(write|provide)"
          + " (a|an) (script|function|program|poem|command)\\b|\\b(sentiment|mood) of\\b|\\b(respond|reply|answer)( only)? (with"
          + "|using|in)\\b|\\bbase(16|32|58|64)\\b|\\bemojis?\\b|\\bcipher\\b");

  /** Characters searched on each side of a keyword. */
  static final int AROUND = 600;

  private final Set<String> words;
  private final Pattern pattern;

  Phrase(String words, String pattern) {
    this.words = Set.copyOf(new HashSet<>(Arrays.asList(words.split(" "))));
    this.pattern = Pattern.compile(expand(pattern), Pattern.UNICODE_CHARACTER_CLASS);
  }

  private static String expand(String pattern) {
    return pattern
        .replaceAll(" \\.\\.(\\d+) ", "(?:\\\\W{1,3}+\\\\w{1,30}+){0,$1}?\\\\W{1,3}+")
        .replace(" ", "\\W{1,3}+");
  }

  /** Required keywords, in lower case. */
  Set<String> words() {
    return words;
  }

  /**
   * Start of the first match within the range; -1 when there is none.
   *
   * @param text in lower case
   */
  int find(String text, int start, int end) {
    Matcher matcher = pattern.matcher(text).region(start, end);
    return matcher.find() ? matcher.start() : -1;
  }
}
