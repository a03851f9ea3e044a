package dev.agentmailbox.store.jdbc.message;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.message.Attachment;
import dev.agentmailbox.message.Authentication;
import dev.agentmailbox.message.Authentication.SignatureCheck;
import dev.agentmailbox.message.Classification;
import dev.agentmailbox.message.Extracted;
import dev.agentmailbox.message.MailAddress;
import dev.agentmailbox.message.MessageBody;
import dev.agentmailbox.message.MessageContent;
import dev.agentmailbox.message.MessageHeaders;
import dev.agentmailbox.message.MessageOrigin;
import dev.agentmailbox.message.StoredMail;
import dev.agentmailbox.port.StoreException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MailJsonTest {
  private static final MailAddress ANN = new MailAddress("Ann \"A\" Ö 😀", "ann@example.com");
  private static final MailAddress BOB = MailAddress.bare("bob@example.com");
  private static final StoredMail FULL =
      new StoredMail(
          new MessageHeaders(
              "<1@example.com>",
              List.of(ANN, BOB),
              List.of(BOB),
              List.of(ANN),
              List.of(BOB, ANN),
              "A\tsubject\n",
              "<0@example.com>",
              List.of("<a@example.com>", "<b@example.com>")),
          new MessageContent(
              "A preview",
              List.of(
                  new Attachment(
                      "att_1", "1.2", "a.pdf", 7L << 32, "application/pdf", "inline", "c@1"),
                  new Attachment("att_2", "1.3", null, 0, "text/plain", null, null)),
              12,
              "content/1"),
          MessageOrigin.received(
              "ann@example.com",
              new Authentication(
                  "pass",
                  "fail",
                  "none",
                  "example.com",
                  List.of(new SignatureCheck("example.com", "s1", "fail", "body"))),
              Classification.AUTOMATIC,
              List.of("unknown_sender")));
  private static final StoredMail EMPTY =
      new StoredMail(
          new MessageHeaders(
              null, List.of(), List.of(), List.of(), List.of(), null, null, List.of()),
          new MessageContent(null, List.of(), 0, "content/2"),
          MessageOrigin.sent("", "out_1"));

  @Test
  void aMailIsReadAsItWasWritten() {
    assertEquals(FULL, MailJson.read(MailJson.write(FULL)));
    assertEquals(EMPTY, MailJson.read(MailJson.write(EMPTY)));
  }

  @Test
  void emptyListsAreNotStored() {
    assertFalse(MailJson.write(EMPTY).contains("[]"));
  }

  /** As version 0.1 wrote it before. */
  @Test
  void anEarlierRowWithEmptyListsAndUnknownMembersIsRead() {
    String row =
        """
        {"headers":{"from":[],"to":[],"cc":[],"bcc":[],"subject":null,"references":[]},\
        "later":{"a":[{"b":1}]},\
        "content":{"attachments":[],"size":0,"contentKey":"content/2"},\
        "origin":{"direction":"OUTBOUND","envelopeSender":"","authentication":{"spf":"none",\
        "dkim":"none","dmarc":"none","signatures":[],"aligned":false},"classification":"NORMAL",\
        "holdReasons":[],"sendId":"out_1"}}\
        """;
    assertEquals(EMPTY, MailJson.read(row));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "[]", "null", "{\"headers\":{}}"})
  void whatIsNoStoredMailIsAFailureOfTheStore(String row) {
    assertThrows(StoreException.class, () -> MailJson.read(row));
  }

  @Test
  void anUnknownDirectionIsAFailureOfTheStore() {
    String row = MailJson.write(FULL).replace("INBOUND", "SIDEWAYS");
    assertThrows(StoreException.class, () -> MailJson.read(row));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "[]", "null", "{\"text\":\"new\",\"extractedLength\":4}"})
  void whatIsNoStoredBodyIsAFailureOfTheStore(String row) {
    assertThrows(StoreException.class, () -> BodyJson.read(row));
  }

  @Test
  void aBodyIsReadAsItWasWritten() {
    MessageBody full =
        new MessageBody(
            List.of(ANN, BOB),
            "text 😀",
            "<p>",
            "other",
            "<b>",
            Map.of("subject", "S", "x-a", ""),
            new Extracted(
                List.of(new Extracted.Code("123456", "Code: 123-456")),
                List.of(
                    new Extracted.Link("https://a.example/1", "Confirm"),
                    new Extracted.Link("https://a.example/2", ""))));
    MessageBody empty =
        new MessageBody(List.of(), null, null, null, null, Map.of(), Extracted.NONE);
    MessageBody notSearched = new MessageBody(List.of(), null, null, null, null, Map.of());
    assertEquals(full, BodyJson.read(BodyJson.write(full)));
    assertEquals(empty, BodyJson.read(BodyJson.write(empty)));
    assertEquals(notSearched, BodyJson.read(BodyJson.write(notSearched)));
  }

  @ParameterizedTest
  @CsvSource({
    "new 😀, true",
    "'', true",
    "new 😀 > old, true",
    "old, false",
    "new 😀 > old., false"
  })
  void newTextThatBeginsTheTextIsNotStoredTwice(String extracted, boolean isBeginning) {
    MessageBody body = new MessageBody(List.of(), "new 😀 > old", null, extracted, null, Map.of());
    String json = BodyJson.write(body);
    assertEquals(body, BodyJson.read(json));
    assertEquals(!isBeginning, json.contains("extractedText"));
  }

  @Test
  void aBodyStoredWithBothTextsIsRead() {
    String row =
        """
        {"extractedText":"new","replyTo":[],"text":"new\\n","headers":{"subject":"S"}}\
        """;
    assertEquals(
        new MessageBody(List.of(), "new\n", null, "new", null, Map.of("subject", "S")),
        BodyJson.read(row));
  }

  @Test
  void theCharacterThatDatabasesCannotStoreIsRemoved() {
    MessageBody body =
        new MessageBody(
            List.of(new MailAddress("A\0nn", "ann@example.com")),
            "a\0b c",
            "<p>\0",
            "a\0b",
            null,
            Map.of("subject", "\0S"));
    String json = BodyJson.write(body);
    assertFalse(json.contains("\\u0000"));
    MessageBody read = BodyJson.read(json);
    assertEquals("ab c", read.text());
    assertEquals("ab", read.extractedText());
    assertEquals("<p>", read.html());
    assertEquals("S", read.headers().get("subject"));
    assertEquals("Ann", read.replyTo().get(0).name());
    assertTrue(json.contains("extractedLength"));
  }
}
