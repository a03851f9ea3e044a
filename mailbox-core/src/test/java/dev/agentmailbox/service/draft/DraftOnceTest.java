package dev.agentmailbox.service.draft;

import dev.agentmailbox.fixture.SendingFixture;

class DraftOnceTest implements DraftOnceContract {
  private final SendingFixture room = new SendingFixture();

  @Override
  public SendingFixture room() {
    return room;
  }
}
