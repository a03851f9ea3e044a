package dev.agentmailbox.service.access.grant;

import static dev.agentmailbox.fixture.Refusals.problemPaths;
import static dev.agentmailbox.fixture.Refusals.refusal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.GrantSecret;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.access.Role;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.fixture.SignInFixture;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.service.access.grant.GrantClients.Keeping;
import dev.agentmailbox.service.access.grant.GrantClients.Registered;
import dev.agentmailbox.service.access.grant.GrantClients.Registration;
import dev.agentmailbox.service.access.grant.GrantRefusal.Reason;
import dev.agentmailbox.service.access.grant.GrantTokens.Credentials;
import dev.agentmailbox.service.access.grant.GrantTokens.Issued;
import dev.agentmailbox.service.request.CallerNetwork;
import dev.agentmailbox.service.request.IdempotentRequest;
import dev.agentmailbox.service.request.ScopeRef;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Programs that cannot hold a key get what a human allows. */
class GrantsTest {
  private static final CallerNetwork HERE = new CallerNetwork("192.0.2.0/24", "AS64500");
  private static final String REDIRECT = "https://app.example/cb";
  private static final Set<String> RESOURCES = Set.of("https://mail.example/mcp");

  /** The pair of RFC 7636 appendix B. */
  private static final String VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";

  private static final String CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

  @AutoClose private final SignInFixture fixture = new SignInFixture();
  private final Caller.Human owner = fixture.mailbox.human();
  private final OAuthServices oauth = fixture.mailbox.oauth();
  private final GrantTokens tokens = oauth.tokens();
  private final Registered program = register(Keeping.NOTHING);
  private final Credentials credentials = new Credentials(program.client().id(), null);

  private Registered register(Keeping keeping) {
    return oauth
        .clients()
        .register(HERE, new Registration("A program", List.of(REDIRECT), keeping));
  }

  private GrantRequest request(@Nullable String resource) {
    return new GrantRequest(
        program.client().id(), REDIRECT, "code", CHALLENGE, "S256", "message_read", resource);
  }

  private String approved(Permission... permissions) {
    return approved(request(null), permissions);
  }

  private String approved(GrantRequest request, Permission... permissions) {
    return oauth
        .grants()
        .approve(
            owner,
            request,
            ScopeRef.OWN,
            Set.of(permissions),
            RESOURCES,
            IdempotentRequest.unkeyed())
        .reveal();
  }

  private Issued exchange(String code) {
    return tokens.exchange(credentials, code, REDIRECT, VERIFIER, null);
  }

  private Optional<Caller.Key> caller(Issued issued) {
    return fixture.mailbox.accounts().authenticate(issued.access().reveal());
  }

  private static void assertRefused(Reason reason, Executable work) {
    assertEquals(reason, assertThrows(GrantRefusal.class, work).reason());
  }

  @Test
  void a_grant_is_a_key_with_what_the_human_picked() {
    Issued issued = exchange(approved(Permission.MESSAGE_READ, Permission.INBOX_READ));
    Caller.Key caller = caller(issued).orElseThrow();
    assertTrue(caller.claimed() && caller.may(Permission.MESSAGE_READ));
    assertFalse(caller.may(Permission.MESSAGE_SEND));
    assertEquals(owner.scope(), caller.scope());
    Grants.Held held = oauth.grants().list(owner, PageRequest.first(5)).items().get(0);
    assertEquals(caller.id(), held.key().id());
    assertEquals("A program", held.grant().client().name());
    assertEquals("Program: A program", held.key().name());
    assertEquals(owner.id(), held.grant().approvedBy());
  }

  @Test
  void a_grant_is_narrowed_and_revoked_as_any_key() {
    Issued issued = exchange(approved(Permission.MESSAGE_READ, Permission.INBOX_READ));
    String keyId = caller(issued).orElseThrow().id();
    fixture
        .mailbox
        .apiKeys()
        .update(owner, ScopeRef.OWN, keyId, null, Set.of(Permission.INBOX_READ));
    assertFalse(caller(issued).orElseThrow().may(Permission.MESSAGE_READ));
    Issued next = tokens.refresh(credentials, issued.refresh().reveal(), null);
    assertEquals(Set.of(Permission.INBOX_READ), next.permissions());

    String grantId = oauth.grants().list(owner, PageRequest.first(5)).items().get(0).grant().id();
    oauth.grants().revoke(owner, grantId);
    assertEquals(Optional.empty(), caller(issued));
    assertEquals(Optional.empty(), caller(next));
    assertRefused(
        Reason.INVALID_GRANT, () -> tokens.refresh(credentials, next.refresh().reveal(), null));
  }

  @Test
  void a_code_used_twice_ends_the_grant() {
    String code = approved(Permission.MESSAGE_READ);
    Issued issued = exchange(code);
    assertTrue(caller(issued).isPresent());
    assertRefused(Reason.INVALID_GRANT, () -> exchange(code));
    assertEquals(Optional.empty(), caller(issued));
  }

  @Test
  void a_refresh_token_used_twice_ends_the_whole_family() {
    Issued first = exchange(approved(Permission.MESSAGE_READ));
    Issued second = tokens.refresh(credentials, first.refresh().reveal(), null);
    assertTrue(caller(second).isPresent());
    assertRefused(
        Reason.INVALID_GRANT, () -> tokens.refresh(credentials, first.refresh().reveal(), null));
    assertEquals(Optional.empty(), caller(first));
    assertEquals(Optional.empty(), caller(second));
    assertRefused(
        Reason.INVALID_GRANT, () -> tokens.refresh(credentials, second.refresh().reveal(), null));
  }

  @Test
  void a_code_is_for_its_program_its_address_and_its_verifier_and_lives_a_minute() {
    String code = approved(Permission.MESSAGE_READ);
    Credentials other = new Credentials(register(Keeping.NOTHING).client().id(), null);
    assertRefused(
        Reason.INVALID_GRANT, () -> tokens.exchange(other, code, REDIRECT, VERIFIER, null));
    assertRefused(
        Reason.INVALID_GRANT,
        () -> tokens.exchange(credentials, code, REDIRECT + "/", VERIFIER, null));
    assertRefused(
        Reason.INVALID_GRANT,
        () -> tokens.exchange(credentials, code, REDIRECT, "x".repeat(43), null));
    assertTrue(caller(exchange(code)).isPresent(), "what was refused did not use it up");

    String late = approved(Permission.MESSAGE_READ);
    fixture.clock.advance(Grants.CODE_LIFE);
    assertRefused(Reason.INVALID_GRANT, () -> exchange(late));
  }

  @Test
  void an_access_token_lives_an_hour_and_a_refresh_token_thirty_days() {
    Issued issued = exchange(approved(Permission.MESSAGE_READ));
    fixture.clock.advance(GrantTokens.ACCESS_LIFE);
    assertEquals(Optional.empty(), caller(issued));
    Issued next = tokens.refresh(credentials, issued.refresh().reveal(), null);
    assertEquals(
        Optional.of(fixture.clock.instant().plus(GrantTokens.ACCESS_LIFE)),
        caller(next).orElseThrow().key().expiry());
    fixture.clock.advance(GrantTokens.REFRESH_LIFE);
    assertRefused(
        Reason.INVALID_GRANT, () -> tokens.refresh(credentials, next.refresh().reveal(), null));
  }

  @Test
  void a_grant_is_for_the_resource_it_was_asked_for() {
    String mcp = "https://mail.example/mcp";
    assertRefused(
        Reason.INVALID_TARGET,
        () -> approved(request("https://other.example/"), Permission.MESSAGE_READ));
    String code = approved(request(mcp), Permission.MESSAGE_READ);
    assertRefused(
        Reason.INVALID_TARGET,
        () -> tokens.exchange(credentials, code, REDIRECT, VERIFIER, "https://mail.example/v0"));
    Issued issued = tokens.exchange(credentials, code, REDIRECT, VERIFIER, mcp);
    assertTrue(caller(issued).isPresent());
  }

  @Test
  void a_program_with_a_secret_must_prove_itself() {
    Registered closed = register(Keeping.SECRET);
    GrantRequest asked =
        new GrantRequest(closed.client().id(), REDIRECT, "code", CHALLENGE, "S256", null, null);
    String code = approved(asked, Permission.MESSAGE_READ);
    String id = closed.client().id();
    String secret = closed.secret().orElseThrow().reveal();
    for (Credentials wrong :
        List.of(
            new Credentials(id, null),
            new Credentials(id, "x"),
            new Credentials("cli_unknown", secret),
            new Credentials(program.client().id(), secret))) {
      assertRefused(
          Reason.INVALID_CLIENT, () -> tokens.exchange(wrong, code, REDIRECT, VERIFIER, null));
    }
    Issued issued = tokens.exchange(new Credentials(id, secret), code, REDIRECT, VERIFIER, null);
    assertTrue(caller(issued).isPresent());
  }

  @Test
  void what_a_program_gives_back_is_ended() {
    Issued issued = exchange(approved(Permission.MESSAGE_READ));
    Issued next = tokens.refresh(credentials, issued.refresh().reveal(), null);
    tokens.revoke(credentials, issued.access().reveal());
    assertEquals(Optional.empty(), caller(issued));
    assertTrue(caller(next).isPresent(), "an access token alone");
    Credentials other = new Credentials(register(Keeping.NOTHING).client().id(), null);
    tokens.revoke(other, next.refresh().reveal());
    assertTrue(caller(next).isPresent(), "not another program's");
    tokens.revoke(credentials, "unknown");
    tokens.revoke(credentials, next.refresh().reveal());
    assertEquals(Optional.empty(), caller(next), "with the refresh token the grant");
  }

  @Test
  void only_a_verified_owner_allows_and_picks_at_least_one_permission() {
    Grants grants = oauth.grants();
    Caller.Human approver =
        new Caller.Human(
            "usr_2", owner.scope(), Role.APPROVER, Role.APPROVER.permissions(), true, false);
    Caller.Human late =
        new Caller.Human(
            owner.id(), owner.scope(), Role.OWNER, Role.OWNER.permissions(), false, false);
    Set<Permission> one = Set.of(Permission.MESSAGE_READ);
    GrantRequest request = request(null);
    assertEquals(
        ErrorCode.MISSING_PERMISSION,
        refusal(
            () ->
                grants.approve(
                    approver, request, ScopeRef.OWN, one, RESOURCES, IdempotentRequest.unkeyed())));
    assertEquals(
        ErrorCode.STEP_UP_REQUIRED,
        refusal(
            () ->
                grants.approve(
                    late, request, ScopeRef.OWN, one, RESOURCES, IdempotentRequest.unkeyed())));
    assertEquals(
        List.of("permissions"),
        problemPaths(
            () ->
                grants.approve(
                    owner,
                    request,
                    ScopeRef.OWN,
                    Set.of(),
                    RESOURCES,
                    IdempotentRequest.unkeyed())));
    Caller.Key key = caller(exchange(approved(Permission.API_KEY_READ))).orElseThrow();
    assertEquals(ErrorCode.HUMAN_REQUIRED, refusal(() -> grants.asking(key, request)));
    assertEquals(ErrorCode.HUMAN_REQUIRED, refusal(() -> grants.list(key, PageRequest.first(1))));
  }

  @Test
  void without_proof_s256_nothing_is_given() {
    for (GrantRequest wrong :
        List.of(
            new GrantRequest("c", REDIRECT, "code", null, null, null, null),
            new GrantRequest("c", REDIRECT, "code", CHALLENGE, "plain", null, null),
            new GrantRequest("c", REDIRECT, "code", CHALLENGE, null, null, null),
            new GrantRequest("c", REDIRECT, "code", VERIFIER + "!", "S256", null, null))) {
      assertRefused(Reason.INVALID_REQUEST, () -> wrong.requireWellFormed(RESOURCES));
    }
    GrantRequest implicit = new GrantRequest("c", REDIRECT, "token", CHALLENGE, "S256", null, null);
    assertRefused(Reason.UNSUPPORTED_RESPONSE_TYPE, () -> implicit.requireWellFormed(RESOURCES));
    assertTrue(new GrantSecret(VERIFIER).answers(CHALLENGE));
  }

  @Test
  void ten_programs_a_day_register_from_one_range() {
    for (int i = 1; i < 10; i++) {
      register(Keeping.NOTHING);
    }
    assertEquals(ErrorCode.RATE_LIMITED, refusal(() -> register(Keeping.NOTHING)));
    Registration one = new Registration(null, List.of(REDIRECT), Keeping.NOTHING);
    CallerNetwork elsewhere = new CallerNetwork("198.51.100.0/24", "AS64500");
    assertEquals("app.example", oauth.clients().register(elsewhere, one).client().name());
    fixture.clock.advance(Duration.ofDays(1));
    register(Keeping.NOTHING);
  }
}
