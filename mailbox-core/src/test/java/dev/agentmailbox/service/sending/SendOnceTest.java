package dev.agentmailbox.service.sending;

import dev.agentmailbox.fixture.SendingFixture;

class SendOnceTest implements SendOnceContract {
  private final SendingFixture room = new SendingFixture();

  @Override
  public SendingFixture room() {
    return room;
  }
}
