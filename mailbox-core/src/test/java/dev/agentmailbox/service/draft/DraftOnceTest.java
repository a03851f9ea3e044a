package dev.agentmailbox.service.draft;

import dev.agentmailbox.fixture.SendingRoom;

class DraftOnceTest implements DraftOnceContract {
  private final SendingRoom room = new SendingRoom();

  @Override
  public SendingRoom room() {
    return room;
  }
}
