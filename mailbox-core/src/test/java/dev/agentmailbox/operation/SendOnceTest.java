package dev.agentmailbox.operation;

class SendOnceTest implements SendOnceContract {
  private final SendingRoom room = new SendingRoom();

  @Override
  public SendingRoom room() {
    return room;
  }
}
