package dev.agentmailbox.service.sending;

import dev.agentmailbox.fixture.SendingRoom;

class SendOnceTest implements SendOnceContract {
  private final SendingRoom room = new SendingRoom();

  @Override
  public SendingRoom room() {
    return room;
  }
}
