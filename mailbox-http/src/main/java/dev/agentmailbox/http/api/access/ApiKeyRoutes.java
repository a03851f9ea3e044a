package dev.agentmailbox.http.api.access;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.access.ApiKey;
import dev.agentmailbox.access.KeySecret;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.access.ScopeType;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.http.api.common.Lists;
import dev.agentmailbox.http.api.common.Paging;
import dev.agentmailbox.http.api.common.Paging.ListPage;
import dev.agentmailbox.http.api.common.ScopePath;
import dev.agentmailbox.http.shape.Field;
import dev.agentmailbox.http.shape.Input;
import dev.agentmailbox.http.shape.ObjectShape;
import dev.agentmailbox.http.shape.Shapes;
import dev.agentmailbox.http.shape.View;
import dev.agentmailbox.http.table.AccessRule;
import dev.agentmailbox.http.table.Operation;
import dev.agentmailbox.http.table.OperationBuilder;
import dev.agentmailbox.http.table.Request;
import dev.agentmailbox.http.table.Response;
import dev.agentmailbox.page.Page;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.service.access.ApiKeys;
import dev.agentmailbox.service.access.NewApiKey;
import dev.agentmailbox.service.request.ScopeRef;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** API keys of the organization, of a pod and of an inbox. */
public final class ApiKeyRoutes {
  private static final String TAG = "API keys";
  private static final Field<String> KEY_ID =
      Field.path("api_key_id", "Identifier of the key (api_key_id), not the secret.");
  private static final Field<String> NAME =
      Field.of(
          "name",
          Shapes.text(1, ApiKeys.MAX_NAME_CHARACTERS),
          "Display name for people, such as the program that uses the key.");
  private static final Field<String> NEW_NAME = NAME.required();
  private static final Map<Permission, Field<Boolean>> FLAGS = flags();
  private static final Field<Input> PERMISSIONS =
      Field.of(
          "permissions",
          ObjectShape.closed("ApiKeyPermissionsRequest", List.copyOf(FLAGS.values())),
          "Grants exactly the permissions that are true. Omitted on creation: all"
              + " permissions.");
  private static final Field<Instant> EXPIRES_AT =
      Field.of(
          "expires_at",
          Shapes.timestamp(),
          "Must be in the future; omitted: the key does not expire.");

  /** A key with its secret, which is present only on creation. */
  private record KeyView(ApiKey key, Instant now, @Nullable KeySecret secret) {
    String status() {
      if (key.revokedAt() != null) {
        return "revoked";
      }
      return key.isLive(now) ? "active" : "expired";
    }
  }

  private static final View<ApiKey> GRANTED = granted();
  private static final View<KeyView> KEY =
      View.<KeyView>of("ApiKey")
          .text("type", Shapes.choice("bearer"), view -> "bearer")
          .about("Always bearer: send the key as `Authorization: Bearer <key>`.")
          .text("api_key_id", view -> view.key().id())
          .about("Identifier of the key, for listing and revoking; not secret.")
          .text("prefix", view -> view.key().prefix())
          .about("The characters that follow sk_ in the key, to recognize it by; not secret.")
          .text("name", view -> view.key().name())
          .about("Display name.")
          .word(
              "scope_type",
              ScopeType.values(),
              ScopeType::wireName,
              view -> view.key().scope().type())
          .about("What the key sees: the whole organization, one pod or one inbox.")
          .text("scope_id", view -> view.key().scope().id())
          .about("Identifier of the organization, pod or inbox in scope.")
          .optionalText("pod_id", view -> view.key().scope().pod().orElse(null))
          .about("The pod in scope; absent for a key of the whole organization.")
          .optionalText("inbox_id", view -> view.key().scope().inbox().orElse(null))
          .about("The inbox in scope; absent unless the key is for one inbox.")
          .object("permissions", GRANTED, KeyView::key)
          .about("Every permission by name, true when granted.")
          .text("status", Shapes.choice("active", "revoked", "expired"), KeyView::status)
          .about("active, revoked or expired; only an active key is accepted.")
          .optionalTime("used_at", view -> view.key().usedAt())
          .about("Last use, with a resolution of one minute; absent when never used.")
          .time("created_at", view -> view.key().createdAt())
          .time("updated_at", view -> view.key().updatedAt())
          .optionalTime("expires_at", view -> view.key().expiresAt())
          .about("When the key expires; absent when it does not.")
          .build();
  private static final View<KeyView> CREATED =
      View.<KeyView>of("CreatedApiKey")
          .include(KEY)
          .optionalText(
              "api_key",
              view -> Optional.ofNullable(view.secret()).map(KeySecret::reveal).orElse(null))
          .about(
              "The secret key. Returned only when the key is created; absent from replayed"
                  + " responses.")
          .build();
  private static final View<ListPage<KeyView>> KEYS = Lists.of("ApiKeyList", "api_keys", KEY);

  private final ApiKeys apiKeys;
  private final MailboxContext context;
  private final Paging paging;

  public ApiKeyRoutes(Mailbox mailbox, Paging paging) {
    this.apiKeys = mailbox.apiKeys();
    this.context = mailbox.context();
    this.paging = paging;
  }

  private static Map<Permission, Field<Boolean>> flags() {
    Map<Permission, Field<Boolean>> flags = new EnumMap<>(Permission.class);
    for (Permission permission : Permission.values()) {
      flags.put(
          permission,
          Field.of(permission.wireName(), Shapes.flag(), PermissionTexts.of(permission)));
    }
    return flags;
  }

  private static View<ApiKey> granted() {
    View.Builder<ApiKey> permissions = View.of("ApiKeyPermissions");
    for (Permission permission : Permission.values()) {
      permissions
          .flag(permission.wireName(), key -> key.permissions().contains(permission))
          .about(PermissionTexts.of(permission));
    }
    return permissions.build();
  }

  public List<Operation> rows() {
    List<Operation> rows = new ArrayList<>();
    ScopePath.ALL.forEach(level -> of(rows, level));
    return rows;
  }

  private void of(List<Operation> rows, ScopePath level) {
    String keys = level.path() + "/api-keys";
    String one = keys + "/{api_key_id}";
    rows.add(
        Operation.get("list" + level.name() + "ApiKeys", keys)
            .tag(TAG)
            .summary("List the API keys whose scope is this level or below.")
            .permission(Permission.API_KEY_READ)
            .fields(level.fields())
            .fields(Paging.FIELDS)
            .answersOk(KEYS, "A page of keys.")
            .handledBy(call -> list(call, level.scope(call))));
    rows.add(
        Operation.get("get" + level.name() + "ApiKey", one)
            .tag(TAG)
            .summary("One API key.")
            .permission(Permission.API_KEY_READ)
            .fields(level.fields())
            .field(KEY_ID)
            .answersOk(KEY, "One API key, without its secret.")
            .handledBy(
                call -> answer(apiKeys.get(call.caller(), level.scope(call), call.get(KEY_ID)))));
    rows.add(
        owner(Operation.post("create" + level.name() + "ApiKey", keys), level.fields())
            .summary("Create an API key.")
            .field(NEW_NAME)
            .field(PERMISSIONS)
            .field(EXPIRES_AT)
            .answersOk(CREATED, "The key, with its secret.")
            .handledBy(call -> create(call, level.scope(call))));
    rows.add(
        owner(Operation.patch("update" + level.name() + "ApiKey", one), level.fields())
            .summary("Change an API key's name or permissions.")
            .field(KEY_ID)
            .field(NAME)
            .field(PERMISSIONS)
            .errors(ErrorCode.CONFLICT)
            .answersOk(KEY, "The changed key.")
            .handledBy(call -> update(call, level.scope(call))));
    rows.add(
        owner(Operation.delete("revoke" + level.name() + "ApiKey", one), level.fields())
            .summary("Revoke an API key permanently.")
            .field(KEY_ID)
            .answersNoContent("Revoked.")
            .handledBy(
                call -> {
                  apiKeys.revoke(call.caller(), level.scope(call), call.get(KEY_ID));
                  return Response.noContent();
                }));
  }

  private static OperationBuilder owner(OperationBuilder row, List<Field<?>> path) {
    return row.tag(TAG)
        .access(AccessRule.HUMAN)
        .description("Owners only; 401 step_up_required without a recent verification.")
        .fields(path);
  }

  private Response list(Request call, ScopeRef scope) {
    Page<ApiKey> page = apiKeys.list(call.caller(), scope, paging.request(call));
    return Response.ok(KEYS, paging.answer(call, page.map(this::view)));
  }

  private Response create(Request call, ScopeRef scope) {
    NewApiKey request =
        new NewApiKey(call.get(NEW_NAME), permissions(call), call.find(EXPIRES_AT).orElse(null));
    ApiKeys.Created created =
        apiKeys.create(
            call.caller(), scope, request, call.once(200, CREATED, made -> view(made.key())));
    return Response.ok(CREATED, new KeyView(created.key(), context.now(), created.secret()));
  }

  private Response update(Request call, ScopeRef scope) {
    return answer(
        apiKeys.update(
            call.caller(),
            scope,
            call.get(KEY_ID),
            call.find(NAME).orElse(null),
            permissions(call)));
  }

  /** The permissions requested; null when omitted. */
  private static @Nullable Set<Permission> permissions(Request call) {
    return call.find(PERMISSIONS).map(ApiKeyRoutes::granted).orElse(null);
  }

  private static Set<Permission> granted(Input flags) {
    Set<Permission> granted = EnumSet.noneOf(Permission.class);
    FLAGS.forEach(
        (permission, flag) -> {
          if (flags.find(flag).orElse(false)) {
            granted.add(permission);
          }
        });
    return granted;
  }

  private Response answer(ApiKey key) {
    return Response.ok(KEY, view(key));
  }

  private KeyView view(ApiKey key) {
    return new KeyView(key, context.now(), null);
  }
}
