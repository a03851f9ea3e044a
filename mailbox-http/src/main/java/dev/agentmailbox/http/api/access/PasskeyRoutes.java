package dev.agentmailbox.http.api.access;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.access.Passkey;
import dev.agentmailbox.account.Human;
import dev.agentmailbox.error.ErrorCode;
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
import dev.agentmailbox.http.table.Trait;
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

  /** Timeout of the browser dialog, in milliseconds. */
  private static final long TIMEOUT_MILLIS = 300_000;

  /** ES256, EdDSA and RS256 (RFC 9053, RFC 8812). */
  private static final List<Map<String, Object>> ALGORITHMS =
      List.of(algorithm(-7), algorithm(-8), algorithm(-257));

  private static final Field<Map<String, @Nullable Object>> CREDENTIAL =
      Field.of(
              "credential",
              Shapes.freeObject(MAX_CREDENTIAL_BYTES),
              "The PublicKeyCredential as serialized by its toJSON().")
          .required();
  private static final Field<String> NAME =
      Field.of(
              "name",
              Shapes.text(1, Passkeys.MAX_NAME_CHARACTERS),
              "Display name, such as the device it is on.")
          .required();
  private static final Field<String> PASSKEY_ID = Field.path("passkey_id", "The passkey.");

  private static final View<Passkey> PASSKEY =
      View.<Passkey>of("Passkey")
          .text("passkey_id", Passkey::id)
          .about("Identifier of the passkey.")
          .text("name", Passkey::name)
          .about("Display name, such as the device it is on.")
          .time("created_at", Passkey::createdAt)
          .optionalTime("used_at", Passkey::usedAt)
          .about("Last sign-in or step-up with it; absent when never used.")
          .build();
  private static final View<List<Passkey>> PASSKEYS =
      View.<List<Passkey>>of("PasskeyList")
          .count("count", List::size)
          .about("Number of passkeys.")
          .objects("passkeys", PASSKEY, list -> list)
          .about("All passkeys, oldest first.")
          .build();

  private final Mailbox mailbox;
  private final AppOrigin origin;
  private final ConsoleRoutes console;
  private final View<Question> toRegister;
  private final View<Question> toSignIn;

  public PasskeyRoutes(
      Mailbox mailbox, PublicUrls publicUrls, String relyingParty, ConsoleRoutes console) {
    this.mailbox = mailbox;
    this.origin = AppOrigin.of(publicUrls.appUrl());
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
            "Argument of PublicKeyCredential.parseCreationOptionsFromJSON or"
                + " parseRequestOptionsFromJSON.")
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
            .summary("Start a sign-in with a passkey.")
            .description("Needs no address, so the response does not reveal which accounts exist.")
            .answersOk(toSignIn, "Options for the browser.")
            .handledBy(this::ask),
        signIn(Operation.post("verifySignInPasskey", SIGN_IN + "/verify"))
            .summary("Complete a sign-in with a passkey.")
            .description(
                "Sets the session cookie. Failures never lock the account; 401 for any"
                    + " invalid assertion.")
            .field(CREDENTIAL)
            .errors(ErrorCode.UNAUTHORIZED)
            .answersOk(ConsoleRoutes.PROFILE, "Signed in.")
            .handledBy(this::signIn),
        session(Operation.post("askStepUpPasskey", STEP_UP + "/options"))
            .summary("Start a step-up with a passkey.")
            .with(Trait.WITHOUT_IDEMPOTENCY)
            .answersOk(toSignIn, "Options for the browser.")
            .handledBy(
                call ->
                    fresh(
                        toSignIn,
                        mailbox.passkeys().signIn().askToStepUp(ConsoleRoutes.cookie(call)))),
        session(Operation.post("verifyStepUpPasskey", STEP_UP + "/verify"))
            .summary("Complete a step-up with a passkey.")
            .description("Replaces the session cookie with a verified one.")
            .with(Trait.WITHOUT_IDEMPOTENCY)
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
            .summary("List the human's passkeys.")
            .answersOk(PASSKEYS, "All passkeys.")
            .handledBy(call -> Response.ok(PASSKEYS, passkeys().list(ConsoleRoutes.cookie(call)))),
        session(Operation.post("askNewPasskey", PATH + "/options"))
            .summary("Start adding a passkey.")
            .with(Trait.WITHOUT_IDEMPOTENCY)
            .description("401 step_up_required without a recent verification.")
            .errors(ErrorCode.STEP_UP_REQUIRED)
            .answersOk(toRegister, "Options for the browser.")
            .handledBy(
                call -> fresh(toRegister, passkeys().askToRegister(ConsoleRoutes.cookie(call)))),
        session(Operation.post("addPasskey", PATH))
            .summary("Add a passkey.")
            .description(
                "401 step_up_required without a recent verification. At most five passkeys"
                    + " are added or removed a day.")
            .field(NAME)
            .field(CREDENTIAL)
            .errors(ErrorCode.STEP_UP_REQUIRED)
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
            .description(
                "401 step_up_required without a recent verification. At most five passkeys"
                    + " are added or removed a day.")
            .field(PASSKEY_ID)
            .errors(ErrorCode.STEP_UP_REQUIRED)
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
        .with(Trait.OF_CONSOLE, Trait.WITHOUT_IDEMPOTENCY)
        .field(ConsoleRoutes.ORIGIN);
  }

  private static OperationBuilder session(OperationBuilder row) {
    return row.tag(TAG).access(AccessRule.HUMAN).with(Trait.OF_CONSOLE, Trait.OPEN_TO_EVERY_HUMAN);
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
