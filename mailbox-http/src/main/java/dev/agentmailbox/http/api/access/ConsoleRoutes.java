package dev.agentmailbox.http.api.access;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.access.Role;
import dev.agentmailbox.access.SessionCookie;
import dev.agentmailbox.account.Human;
import dev.agentmailbox.account.Membership;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.http.api.common.AppOrigin;
import dev.agentmailbox.http.api.common.EmailFields;
import dev.agentmailbox.http.limit.AddressRange;
import dev.agentmailbox.http.server.SessionCookieHeader;
import dev.agentmailbox.http.shape.Field;
import dev.agentmailbox.http.shape.Shape;
import dev.agentmailbox.http.shape.Shapes;
import dev.agentmailbox.http.shape.View;
import dev.agentmailbox.http.table.AccessRule;
import dev.agentmailbox.http.table.Operation;
import dev.agentmailbox.http.table.OperationBuilder;
import dev.agentmailbox.http.table.Request;
import dev.agentmailbox.http.table.Response;
import dev.agentmailbox.http.table.ResponseSpec;
import dev.agentmailbox.http.table.Trait;
import dev.agentmailbox.service.access.Profile;
import dev.agentmailbox.service.access.SignedIn;
import java.time.Instant;
import java.util.List;

/** Sign-in, sessions and sign-out of humans. */
public final class ConsoleRoutes {
  private static final String TAG = "Console";
  private static final Field<String> EMAIL =
      Field.of("email", EmailFields.SHAPE, "E-mail address, case-insensitive.").required();
  private static final Field<String> CODE =
      Field.of("code", Shapes.text(6, 6, "[0-9]*", "six digits"), "The code from the mail.")
          .required();
  public static final Field<String> ORIGIN =
      Field.header(
          "Origin",
          Shapes.text(),
          "Origin of the console; any other is refused with origin_mismatch.");
  private static final Field<Boolean> EVERYWHERE =
      Field.of("everywhere", Shapes.flag(), "Also end all other sessions of the human.")
          .orElse(false);

  public static final String FIRST_LINK = "/v0/console/sign-in/link";
  private static final Field<String> LINK_TOKEN =
      Field.query("token", Shapes.text(1, 100), "Token of the link.").required();

  /** Console page that reports a used link and offers a code instead. */
  private static final String LINK_USED_PAGE = "/link-used";

  private static final String HTML = "text/html";
  private static final Field<String> ACCEPT =
      Field.header("Accept", Shapes.text(), "With text/html in it, a browser is assumed.");

  public static final Shape<Role> ROLE = Shapes.choice(List.of(Role.values()), Role::wireName);

  public static final Shape<Membership.Status> MEMBER_STATUS =
      Shapes.choice(List.of(Membership.Status.values()), Membership.Status::wireName);

  private static final View<Profile.Belonging> BELONGING =
      View.<Profile.Belonging>of("Belonging")
          .text("organization_id", Profile.Belonging::organizationId)
          .text("name", Profile.Belonging::name)
          .about("Display name of the organization.")
          .text("role", ROLE, belonging -> belonging.role().wireName())
          .about(
              "owner may do everything; approver decides approvals, releases held mail,"
                  + " locks threads and reads.")
          .text("status", MEMBER_STATUS, belonging -> belonging.status().wireName())
          .about("pending until the human accepts, then active.")
          .build();
  public static final View<Profile> PROFILE =
      View.<Profile>of("Profile")
          .text("user_id", profile -> profile.human().id())
          .about("Identifier of the human.")
          .text("email", profile -> profile.human().email())
          .about("Address that sign-in codes are sent to.")
          .word(
              "status",
              Human.Status.values(),
              Human.Status::wireName,
              profile -> profile.human().status())
          .about(
              "Only an active human can do more than redeem an invite and accept a"
                  + " membership.")
          .flag("operator", profile -> profile.human().operator())
          .about("Whether the human operates this installation.")
          .objects("organizations", BELONGING, Profile::organizations)
          .about("Memberships in the order of invitation, pending ones included.")
          .optionalText("organization_id", Profile::organizationId)
          .about(
              "Where operations act. Absent for a human who belongs to several and has not chosen,"
                  + " and for one who belongs to none: 403 account_inactive elsewhere.")
          .time("verified_until", Profile::verifiedUntil)
          .about("Until then no step-up is needed.")
          .build();
  public static final View<Instant> CODE_SENT =
      View.<Instant>of("CodeRequest")
          .time("expires_at", expiresAt -> expiresAt)
          .about("When the code expires.")
          .build();

  private final Mailbox mailbox;
  private final String appUrl;
  private final AppOrigin origin;
  private final SessionCookieHeader cookies;

  public ConsoleRoutes(Mailbox mailbox, String appUrl, SessionCookieHeader cookies) {
    this.mailbox = mailbox;
    this.appUrl = appUrl;
    this.origin = AppOrigin.of(appUrl);
    this.cookies = cookies;
  }

  public List<Operation> rows() {
    return List.of(
        signIn(Operation.post("requestSignInCode", "/v0/console/sign-in/code"))
            .summary("Mail a sign-in code.")
            .description(
                "The response is the same whether or not the address is known and a code was"
                    + " sent. 429 only for the limits of the caller's network range.")
            .field(EMAIL)
            .answers(202, CODE_SENT.shape(), "Accepted.")
            .handledBy(this::requestCode),
        signIn(Operation.post("verifySignInCode", "/v0/console/sign-in/verify"))
            .summary("Sign in with the code.")
            .description(
                "Sets the session cookie. A wrong code, an expired code and an unknown address are"
                    + " the same 401.")
            .field(EMAIL)
            .field(CODE)
            .errors(ErrorCode.UNAUTHORIZED)
            .answersOk(PROFILE, "Signed in.")
            .handledBy(this::verifyCode),
        Operation.get("redeemFirstLink", FIRST_LINK)
            .tag(TAG)
            .access(AccessRule.PUBLIC)
            .with(Trait.OF_CONSOLE)
            .summary("Sign in with the link that the first start printed.")
            .description(
                "Single use, valid for 24 hours; then 401, or for a browser a redirect to"
                    + " the console without a session.")
            .field(LINK_TOKEN)
            .field(ACCEPT)
            .errors(ErrorCode.UNAUTHORIZED)
            .answer(ResponseSpec.redirect("Redirect to the console with a session."))
            .handledBy(this::redeemLink),
        session(Operation.post("signOut", "/v0/console/sign-out"))
            .summary("Sign out.")
            .with(Trait.WITHOUT_IDEMPOTENCY)
            .field(EVERYWHERE)
            .answersNoContent("Signed out.")
            .handledBy(this::signOut),
        session(Operation.get("getProfile", "/v0/console/me"))
            .summary("The signed-in human.")
            .answersOk(PROFILE, "The human.")
            .handledBy(call -> Response.ok(PROFILE, mailbox.sessions().profile(cookie(call)))),
        session(Operation.post("requestStepUpCode", "/v0/console/step-up/code"))
            .summary("Mail a step-up code.")
            .answers(202, CODE_SENT.shape(), "Accepted.")
            .handledBy(
                call ->
                    Response.json(
                        202,
                        CODE_SENT,
                        mailbox
                            .stepUp()
                            .requestCode(cookie(call), range(call), call.once(202, CODE_SENT)))),
        session(Operation.post("verifyStepUpCode", "/v0/console/step-up/verify"))
            .summary("Complete a step-up with the code.")
            .description(
                "Sets a new session cookie, which is verified; the former one is not, but for some"
                    + " seconds.")
            .with(Trait.WITHOUT_IDEMPOTENCY)
            .field(CODE)
            .answersOk(PROFILE, "Verified.")
            .handledBy(call -> started(mailbox.stepUp().verify(cookie(call), call.get(CODE)))));
  }

  private Response redeemLink(Request call) {
    try {
      SignedIn signedIn = mailbox.firstLink().redeem(new SessionCookie(call.get(LINK_TOKEN)));
      return fromLink(appUrl).with("Set-Cookie", cookies.start(signedIn.cookie()));
    } catch (MailboxException e) {
      boolean isBrowser = call.find(ACCEPT).filter(accept -> accept.contains(HTML)).isPresent();
      if (e.code() != ErrorCode.UNAUTHORIZED || !isBrowser) {
        throw e;
      }
      return fromLink(appUrl + LINK_USED_PAGE);
    }
  }

  /** Redirects without leaving the token in a cache or a Referer header. */
  private static Response fromLink(String location) {
    return Response.redirect(location)
        .with("Cache-Control", "no-store")
        .with("Referrer-Policy", "no-referrer");
  }

  private static OperationBuilder signIn(OperationBuilder row) {
    return row.tag(TAG)
        .access(AccessRule.PUBLIC)
        .with(Trait.OF_CONSOLE, Trait.WITHOUT_IDEMPOTENCY)
        .field(ORIGIN);
  }

  private static OperationBuilder session(OperationBuilder row) {
    return row.tag(TAG).access(AccessRule.HUMAN).with(Trait.OF_CONSOLE, Trait.OPEN_TO_EVERY_HUMAN);
  }

  private Response requestCode(Request call) {
    origin.require(call.find(ORIGIN));
    return Response.json(
        202, CODE_SENT, mailbox.signIn().requestCode(call.get(EMAIL), range(call)));
  }

  private Response verifyCode(Request call) {
    origin.require(call.find(ORIGIN));
    return started(mailbox.signIn().verify(call.get(EMAIL), call.get(CODE), range(call)));
  }

  /** A response that sets the cookie of a new session. */
  Response started(SignedIn signedIn) {
    return Response.ok(PROFILE, signedIn.profile())
        .with("Set-Cookie", cookies.start(signedIn.cookie()))
        .with("Cache-Control", "no-store");
  }

  private Response signOut(Request call) {
    if (call.get(EVERYWHERE)) {
      mailbox.sessions().signOutEverywhere(cookie(call));
    } else {
      mailbox.sessions().signOut(cookie(call));
    }
    return Response.noContent().with("Set-Cookie", cookies.forget());
  }

  public static SessionCookie cookie(Request call) {
    return call.session()
        .orElseThrow(() -> new IllegalStateException("a human caller has no session"));
  }

  static String range(Request call) {
    return AddressRange.ofNetwork(call.client()).toString();
  }
}
