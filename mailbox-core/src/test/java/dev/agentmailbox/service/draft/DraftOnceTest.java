package dev.agentmailbox.service.draft;

import dev.agentmailbox.fixture.SendingFixture;

class DraftOnceTest implements DraftOnceContract {
  private final SendingFixture fixture = new SendingFixture();

  @Override
  public SendingFixture fixture() {
    return fixture;
  }
}
