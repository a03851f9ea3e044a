package dev.agentmailbox.http.api.account;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.access.SessionCookie;
import dev.agentmailbox.account.Postmaster;
import dev.agentmailbox.http.api.access.ConsoleRoutes;
import dev.agentmailbox.http.shape.Field;
import dev.agentmailbox.http.shape.Shapes;
import dev.agentmailbox.http.table.AccessRule;
import dev.agentmailbox.http.table.Handler;
import dev.agentmailbox.http.table.Operation;
import dev.agentmailbox.http.table.OperationBuilder;
import dev.agentmailbox.http.table.Request;
import dev.agentmailbox.http.table.Response;
import dev.agentmailbox.http.table.Trait;
import dev.agentmailbox.service.access.Profile;
import dev.agentmailbox.service.account.Memberships;
import dev.agentmailbox.service.request.IdempotentRequest;
import java.util.List;

/** Humans accepting, leaving and choosing memberships. */
public final class MembershipRoutes {
  private static final int MAX_ID_CHARACTERS = 64;
  private static final String PATH = "/v0/console/memberships/{organization_id}";
  private static final Field<String> OF_PATH =
      Field.path("organization_id", "The organization that sent the invitation.");
  private static final Field<String> CHOSEN =
      Field.of(
              "organization_id",
              Shapes.text(1, MAX_ID_CHARACTERS),
              "An organization with an active membership, or the postmaster organization.")
          .required();

  private final Mailbox mailbox;

  public MembershipRoutes(Mailbox mailbox) {
    this.mailbox = mailbox;
  }

  private interface Act {
    Profile of(SessionCookie cookie, String organizationId, IdempotentRequest<Profile> idempotency);
  }

  public List<Operation> rows() {
    return List.of(
        row("acceptMembership", PATH + "/accept")
            .summary("Accept a membership.")
            .description("Idempotent. 404 for an organization that has not invited the human.")
            .field(OF_PATH)
            .answersOk(ConsoleRoutes.PROFILE, "The human.")
            .handledBy(by(OF_PATH, own()::accept)),
        row("leaveOrganization", PATH + "/leave")
            .summary("Leave an organization, or decline its invitation.")
            .description("409 conflict with reason last_owner.")
            .field(OF_PATH)
            .answersOk(ConsoleRoutes.PROFILE, "The human.")
            .handledBy(by(OF_PATH, own()::leave)),
        row("chooseOrganization", "/v0/console/organization")
            .summary("Choose the active organization of the session.")
            .description(
                "For humans with several memberships. Operators may also choose "
                    + Postmaster.ORGANIZATION_ID
                    + ", which receives mail to postmaster@ and abuse@ of the service's domains"
                    + " and is out of reach for keys. 404 for any other organization.")
            .field(CHOSEN)
            .answersOk(ConsoleRoutes.PROFILE, "The human.")
            .handledBy(by(CHOSEN, own()::choose)));
  }

  private Memberships own() {
    return mailbox.memberships();
  }

  private static Handler by(Field<String> organization, Act act) {
    return call -> answer(call, act, call.get(organization));
  }

  private static Response answer(Request call, Act act, String organizationId) {
    return Response.ok(
        ConsoleRoutes.PROFILE,
        act.of(ConsoleRoutes.cookie(call), organizationId, call.once(200, ConsoleRoutes.PROFILE)));
  }

  private static OperationBuilder row(String id, String path) {
    return Operation.post(id, path)
        .tag("Console")
        .access(AccessRule.HUMAN)
        .with(Trait.OF_CONSOLE, Trait.OPEN_TO_EVERY_HUMAN);
  }
}
