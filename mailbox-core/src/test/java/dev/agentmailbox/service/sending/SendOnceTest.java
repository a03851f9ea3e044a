package dev.agentmailbox.service.sending;

import dev.agentmailbox.fixture.SendingFixture;

class SendOnceTest implements SendOnceContract {
  private final SendingFixture fixture = new SendingFixture();

  @Override
  public SendingFixture fixture() {
    return fixture;
  }
}
