package dev.agentmailbox.server.smtp;

import com.code_intelligence.jazzer.junit.FuzzTest;
import org.junit.jupiter.api.Tag;

/**
 * The kept inputs of each door, those that once were trouble among them. {@code examples/checks/run
 * fuzz} looks for new ones.
 */
@Tag("slow")
class HostileBytesFuzzTest {
  @FuzzTest
  void mime(byte[] bytes) {
    FuzzTargets.MIME.accept(bytes);
  }

  @FuzzTest
  void headers(byte[] bytes) {
    FuzzTargets.HEADERS.accept(bytes);
  }

  @FuzzTest
  void addresses(byte[] bytes) {
    FuzzTargets.ADDRESSES.accept(bytes);
  }

  @FuzzTest
  void html(byte[] bytes) {
    FuzzTargets.HTML.accept(bytes);
  }

  @FuzzTest
  void reply(byte[] bytes) {
    FuzzTargets.REPLY.accept(bytes);
  }

  @FuzzTest
  void reports(byte[] bytes) {
    FuzzTargets.REPORTS.accept(bytes);
  }

  @FuzzTest
  void codes(byte[] bytes) {
    FuzzTargets.CODES.accept(bytes);
  }

  @FuzzTest
  void json(byte[] bytes) {
    FuzzTargets.JSON.accept(bytes);
  }

  @FuzzTest
  void tokens(byte[] bytes) {
    FuzzTargets.TOKENS.accept(bytes);
  }

  @FuzzTest
  void smtp(byte[] bytes) {
    FuzzTargets.SMTP.accept(bytes);
  }
}
