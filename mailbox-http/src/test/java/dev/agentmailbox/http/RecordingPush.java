package dev.agentmailbox.http;

import dev.agentmailbox.access.PushSubscription;
import dev.agentmailbox.port.access.PushService;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The push service {@code push.example}; an endpoint that ends with "gone" has ended. */
public final class RecordingPush implements PushService {
  public static final String PUBLIC_KEY =
      "BEl62iUYgUivxIkv69yViEuiBIa-Ib9-SkvMeAtA3LFgDzkrxZJjSgSnfckjBJuBkr3qBUYIHBQFLXYp5Nksh8U";

  private static final String ORIGIN = "https://push.example/";

  public final List<String> shown = new CopyOnWriteArrayList<>();

  @Override
  public String publicKey() {
    return PUBLIC_KEY;
  }

  @Override
  public boolean accepts(PushSubscription subscription) {
    return subscription.endpoint().startsWith(ORIGIN);
  }

  @Override
  public Outcome push(PushSubscription subscription, String title, String body, String path) {
    String browser = subscription.endpoint().substring(ORIGIN.length());
    shown.add(browser + ": " + title + " | " + body + " | " + path);
    return browser.endsWith("gone") ? Outcome.GONE : Outcome.TAKEN;
  }
}
