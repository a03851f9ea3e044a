package dev.agentmailbox.operation;

class DraftOnceTest implements DraftOnceContract {
  private final SendingRoom room = new SendingRoom();

  @Override
  public SendingRoom room() {
    return room;
  }
}
