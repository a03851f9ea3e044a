package dev.agentmailbox.http.api.access;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.access.Passkey;
import dev.agentmailbox.account.Human;
import dev.agentmailbox.http.api.common.AppOrigin;
import dev.agentmailbox.http.api.common.PublicUrls;
import dev.agentmailbox.http.shape.Field;
import dev.agentmailbox.http.shape.Shapes;
import dev.agentmailbox.http.shape.View;
import dev.agentmailbox.http.table.AccessRule;
import dev.agentmailbox.http.table.Operation;
import dev.agentmailbox.http.table.OperationBuilder;
import dev.agentmailbox.http.table.Request;
import dev.agentmailbox.http.table.Response;
import dev.agentmailbox.service.access.Passkeys;
import dev.agentmailbox.service.access.Passkeys.Question;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Passkeys: adding, listing and removing them, signing in and stepping up with them. */
public final class PasskeyRoutes {
  private static final String TAG = "Console";
  private static final String PATH = "/v0/console/passkeys";
  private static final String SIGN_IN = "/v0/console/sign-in/passkey";
  private static final String STEP_UP = "/v0/console/step-up/passkey";
  private static final int MAX_CREDENTIAL_BYTES = 64 << 10;

  /** How long a browser waits for its human, in milliseconds. */
  private static final long TIMEOUT_MILLIS = 300_000;

  /** ES256, EdDSA and RS256 (RFC 9053, RFC 8812). */
  private static final List<Map<String, Object>> ALGORITHMS =
      List.of(algorithm(-7), algorithm(-8), algorithm(-257));

  private static final Field<Map<String, @Nullable Object>> CREDENTIAL =
      Field.of(
              "credential",
              Shapes.freeObject(MAX_CREDENTIAL_BYTES),
              "The browser's PublicKeyCredential as its toJSON() writes it.")
          .required();
  private static final Field<String> NAME =
      Field.of("name", Shapes.text(1, Passkeys.MAX_NAME_CHARACTERS), "For people.").required();
  private static final Field<String> PASSKEY_ID = Field.path("passkey_id", "The passkey.");

  private static final View<Passkey> PASSKEY =
      View.<Passkey>of("Passkey")
          .text("passkey_id", Passkey::id)
          .text("name", Passkey::name)
          .time("created_at", Passkey::createdAt)
          .optionalTime("used_at", Passkey::usedAt)
          .build();
  private static final View<List<Passkey>> PASSKEYS =
      View.<List<Passkey>>of("PasskeyList")
          .count("count", List::size)
          .objects("passkeys", PASSKEY, list -> list)
          .about("The oldest first.")
          .build();

  private final Mailbox mailbox;
  private final AppOrigin origin;
  private final ConsoleRoutes console;
  private final View<Question> toRegister;
  private final View<Question> toSignIn;

  public PasskeyRoutes(
      Mailbox mailbox, PublicUrls doorway, String relyingParty, ConsoleRoutes console) {
    this.mailbox = mailbox;
    this.origin = AppOrigin.of(doorway.appUrl());
    this.console = console;
    String service = mailbox.context().settings().serviceName();
    this.toRegister =
        question(
            "PasskeyCreationOptions",
            question -> creation(question, Map.of("id", relyingParty, "name", service)));
    this.toSignIn = question("PasskeyRequestOptions", question -> request(question, relyingParty));
  }

  private static View<Question> question(
      String name, Function<Question, Map<String, Object>> options) {
    return View.<Question>of(name)
        .plain("public_key", Shapes.freeObject(Integer.MAX_VALUE), options)
        .about(
            "For PublicKeyCredential.parseCreationOptionsFromJSON or parseRequestOptionsFromJSON.")
        .build();
  }

  private static Map<String, Object> algorithm(int cose) {
    return Map.of("type", "public-key", "alg", cose);
  }

  private static Map<String, Object> creation(Question question, Map<String, Object> party) {
    Human human = Objects.requireNonNull(question.human());
    Map<String, Object> options = new LinkedHashMap<>();
    options.put("challenge", question.challenge());
    options.put("rp", party);
    options.put(
        "user",
        Map.of(
            "id",
            Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(human.id().getBytes(StandardCharsets.UTF_8)),
            "name",
            human.email(),
            "displayName",
            human.email()));
    options.put("pubKeyCredParams", ALGORITHMS);
    options.put("timeout", TIMEOUT_MILLIS);
    options.put("attestation", "none");
    options.put(
        "authenticatorSelection",
        Map.of(
            "residentKey", "required", "requireResidentKey", true, "userVerification", "required"));
    options.put("excludeCredentials", credentials(question));
    return options;
  }

  private static Map<String, Object> request(Question question, String relyingParty) {
    Map<String, Object> options = new LinkedHashMap<>();
    options.put("challenge", question.challenge());
    options.put("rpId", relyingParty);
    options.put("timeout", TIMEOUT_MILLIS);
    options.put("userVerification", "required");
    options.put("allowCredentials", credentials(question));
    return options;
  }

  private static List<Map<String, Object>> credentials(Question question) {
    return question.credentials().stream()
        .map(id -> Map.<String, Object>of("type", "public-key", "id", id))
        .toList();
  }

  public List<Operation> rows() {
    return List.of(
        signIn(Operation.post("askSignInPasskey", SIGN_IN + "/options"))
            .summary("Begin a sign-in with a passkey.")
            .description("The same for everybody: nobody names an address.")
            .answersOk(toSignIn, "What the browser asks its human.")
            .handledBy(this::ask),
        signIn(Operation.post("verifySignInPasskey", SIGN_IN + "/verify"))
            .summary("Sign in with a passkey.")
            .description("Sets the session cookie. Never locked; 401 for any wrong answer.")
            .field(CREDENTIAL)
            .answersOk(ConsoleRoutes.PROFILE, "Signed in.")
            .handledBy(this::signIn),
        session(Operation.post("askStepUpPasskey", STEP_UP + "/options"))
            .summary("Begin to confirm with a passkey.")
            .withoutIdempotency()
            .answersOk(toSignIn, "What the browser asks its human.")
            .handledBy(
                call ->
                    fresh(
                        toSignIn,
                        mailbox.passkeys().signIn().askToStepUp(ConsoleRoutes.cookie(call)))),
        session(Operation.post("verifyStepUpPasskey", STEP_UP + "/verify"))
            .summary("Confirm with a passkey.")
            .description("Sets a new session cookie, which is verified.")
            .withoutIdempotency()
            .field(CREDENTIAL)
            .answersOk(ConsoleRoutes.PROFILE, "Verified.")
            .handledBy(
                call ->
                    console.started(
                        mailbox
                            .passkeys()
                            .signIn()
                            .verifyStepUp(ConsoleRoutes.cookie(call), credential(call)))),
        session(Operation.get("listPasskeys", PATH))
            .summary("The human's passkeys.")
            .answersOk(PASSKEYS, "All of them.")
            .handledBy(call -> Response.ok(PASSKEYS, passkeys().list(ConsoleRoutes.cookie(call)))),
        session(Operation.post("askNewPasskey", PATH + "/options"))
            .summary("Begin to add a passkey.")
            .withoutIdempotency()
            .description("Verified lately: 401 step_up_required otherwise.")
            .answersOk(toRegister, "What the browser asks its human.")
            .handledBy(
                call -> fresh(toRegister, passkeys().askToRegister(ConsoleRoutes.cookie(call)))),
        session(Operation.post("addPasskey", PATH))
            .summary("Add a passkey.")
            .description("Verified lately. Adding and removing: five a day together.")
            .field(NAME)
            .field(CREDENTIAL)
            .answersOk(PASSKEY, "The passkey.")
            .handledBy(
                call ->
                    Response.ok(
                        PASSKEY,
                        passkeys()
                            .register(
                                ConsoleRoutes.cookie(call),
                                call.get(NAME),
                                credential(call),
                                call.once(200, PASSKEY)))),
        session(Operation.delete("removePasskey", PATH + "/{passkey_id}"))
            .summary("Remove a passkey.")
            .description("Verified lately. Adding and removing: five a day together.")
            .field(PASSKEY_ID)
            .answersNoContent("Removed.")
            .handledBy(
                call -> {
                  passkeys().remove(ConsoleRoutes.cookie(call), call.get(PASSKEY_ID));
                  return Response.noContent();
                }));
  }

  private static OperationBuilder signIn(OperationBuilder row) {
    return row.tag(TAG)
        .access(AccessRule.PUBLIC)
        .ofConsole()
        .withoutIdempotency()
        .field(ConsoleRoutes.ORIGIN);
  }

  private static OperationBuilder session(OperationBuilder row) {
    return row.tag(TAG).access(AccessRule.HUMAN).ofConsole().openToEveryHuman();
  }

  private Passkeys passkeys() {
    return mailbox.passkeys().own();
  }

  private Response ask(Request call) {
    origin.require(call.find(ConsoleRoutes.ORIGIN));
    return fresh(toSignIn, mailbox.passkeys().signIn().ask());
  }

  private Response signIn(Request call) {
    origin.require(call.find(ConsoleRoutes.ORIGIN));
    return console.started(mailbox.passkeys().signIn().verify(credential(call)));
  }

  private static Response fresh(View<Question> view, Question question) {
    return Response.ok(view, question).with("Cache-Control", "no-store");
  }

  private static String credential(Request call) {
    return call.bodyJson().path("credential").toString();
  }
}
