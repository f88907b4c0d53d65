package dev.tidings.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.delivery.Address;
import dev.tidings.core.delivery.AddressKind;
import dev.tidings.core.delivery.Delivery;
import dev.tidings.core.delivery.Message;
import dev.tidings.core.metadata.ApiKeyScope;
import dev.tidings.core.model.Priority;
import dev.tidings.core.model.UserKey;
import dev.tidings.core.model.UuidV7;
import dev.tidings.server.http.OpenApiDescription.Operation;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests of the isolation of tenants, generated from openapi.yaml, so that every new route is tested. */
class TenantIsolationTest {
    /** Part of all data of the other tenant: no response may contain it. */
    private static final String MARKER = "globex-secret";

    /** Registered by both tenants with the same token. */
    private static final String DEVICE = "{\"kind\":\"fcm\",\"token\":\"token-of-globex-and-others\"}";

    /** A valid body per operation. */
    private static final Map<String, String> BODIES = Map.ofEntries(
            Map.entry("putProvider", "{\"kind\":\"capture\"}"),
            Map.entry("testProvider", "{\"to\":\"a@b.c\"}"),
            Map.entry("putCaptureScript", "{\"rules\":[]}"),
            Map.entry("createWebhook", "{\"url\":\"https://a.example\"}"),
            Map.entry(
                    "putRecurringSchedule",
                    "{\"cron\":\"0 9 * * *\",\"notification\":{\"to\":{\"user\":\"someone\"},\"title\":\"x\"}}"),
            Map.entry("replayWebhookEvents", "{\"since\":\"2026-01-01T00:00:00Z\"}"),
            Map.entry("dryRunNotification", "{\"to\":{\"user\":\"someone\"},\"title\":\"x\"}"),
            Map.entry("putTemplate", "{\"parts\":{\"text\":\"x\"}}"),
            Map.entry("sendNotification", "{\"to\":{\"user\":\"someone\"},\"title\":\"x\"}"),
            Map.entry("sendBatch", "{\"to\":{\"user\":\"someone\"},\"title\":\"x\"}"),
            Map.entry("rescheduleNotification", "{\"delay\":\"PT1H\"}"),
            Map.entry("putUsers", "[{\"id\":\"someone\"}]"),
            Map.entry("putUserDevice", DEVICE),
            Map.entry("putMyDevice", DEVICE),
            Map.entry("createTenant", "{\"id\":\"globex\"}"),
            Map.entry("createApiKey", "{\"scopes\":[\"read\"]}"));

    /** Operations that create objects under names that several tenants may use. */
    private static final Set<String> MAKE = Set.of(
            "putUser",
            "putType",
            "putRecurringSchedule",
            "putProvider",
            "createUserToken",
            "createApiKey",
            "changeUserPreferences",
            "putUserDevice",
            "putMyDevice");

    private static TestHttpServer edge;
    private static Map<String, String> othersIds;
    private static Map<String, String> nobodysIds;

    @BeforeAll
    static void start() {
        edge = new TestHttpServer();
        String others = edge.otherKey;
        edge.call("PUT", "/v1/users/" + MARKER, others, "{\"email\":\"" + MARKER + "@example.com\"}");
        edge.call("PUT", "/v1/types/" + MARKER, others, "{\"category\":\"" + MARKER + "\"}");
        edge.call(
                "PUT",
                "/v1/types/" + MARKER + "/templates/sms/en",
                others,
                "{\"parts\":{\"text\":\"" + MARKER + "\"}}");
        edge.call("PUT", "/v1/recurring/" + MARKER, others, recurring(MARKER));
        edge.call("PATCH", "/v1/users/" + MARKER + "/preferences", others, "{\"channels\":{\"email\":false}}");
        edge.call("PUT", "/v1/users/" + MARKER + "/devices/" + MARKER, others, DEVICE);
        String sample =
                "{\"kind\":\"sample\",\"settings\":{\"host\":\"" + MARKER + "\",\"password\":\"" + MARKER + "\"}}";
        edge.call("PUT", "/v1/providers/" + MARKER, others, sample);
        String url = "https://" + MARKER + ".example.com/";
        String webhook = edge.call("POST", "/v1/webhooks", others, "{\"url\":\"" + url + "\"}")
                .text("id");
        capture();
        String id = edge.sendAndRoute(others, MARKER, MARKER);
        String later = "{\"to\":{\"user\":\"" + MARKER + "\"},\"title\":\"" + MARKER + "\",\"delay\":\"PT1H\"}";
        edge.call("POST", "/v1/notifications", others, later);
        Reply scheduled = edge.call("GET", "/v1/scheduled", others, null);
        assertThat(scheduled.body()).as("%s", scheduled).contains(MARKER);
        String kid = edge.call("POST", "/v1/token-secrets", others, null).text("kid");
        // A key of another tenant than the one in the path.
        String key = edge.mint(TestHttpServer.OTHER_TENANT, ApiKeyScope.READ).split("_")[1];
        othersIds = Map.ofEntries(
                Map.entry("id", id),
                Map.entry("user", MARKER),
                Map.entry("name", MARKER),
                Map.entry("device", MARKER),
                Map.entry("channel", "sms"),
                Map.entry("locale", "en"),
                Map.entry("kid", kid),
                Map.entry("tenant", TestHttpServer.TENANT),
                Map.entry("key", key),
                Map.entry("backup", MARKER),
                Map.entry("erasure", MARKER),
                Map.entry("file", "x"),
                Map.entry("webhook", webhook),
                Map.entry("token", "x"),
                Map.entry("provider", MARKER));
        UUID real = UUID.fromString(id);
        UUID none = new UUID(real.getMostSignificantBits(), real.getLeastSignificantBits() ^ 1);
        nobodysIds = Map.ofEntries(
                Map.entry("id", none.toString()),
                Map.entry("user", "nobody"),
                Map.entry("name", "nothing"),
                Map.entry("device", "nothing"),
                Map.entry("channel", "sms"),
                Map.entry("locale", "en"),
                Map.entry("kid", "nothing"),
                Map.entry("tenant", TestHttpServer.TENANT),
                Map.entry("key", "nothing"),
                Map.entry("backup", MARKER),
                Map.entry("erasure", MARKER),
                Map.entry("file", "x"),
                Map.entry("webhook", "nothing"),
                Map.entry("token", "x"),
                Map.entry("provider", "nothing"));
    }

    /** A captured message of the other tenant. */
    private static void capture() {
        Delivery delivery = new Delivery(
                new UserKey(TestHttpServer.OTHER_TENANT, MARKER),
                UuidV7.of(edge.clock.millis(), 1, 1),
                new Address(AddressKind.MAILBOX, MARKER + "@example.com"),
                new Message.Email(MARKER, MARKER, null, null),
                Priority.NORMAL,
                null,
                1);
        edge.providers()
                .openFor(TestHttpServer.OTHER_TENANT, AddressKind.PHONE)
                .get(0)
                .provider()
                .deliver(delivery)
                .join();
        Reply own = edge.call("GET", "/v1/captured", edge.otherKey, null);
        assertThat(own.json().path("items")).as("%s", own).hasSize(1);
    }

    private static String recurring(String title) {
        return "{\"cron\":\"0 9 * * *\",\"notification\":{\"to\":{\"user\":\"u\"},\"title\":\"" + title + "\"}}";
    }

    @AfterAll
    static void stop() {
        edge.close();
    }

    static List<Operation> operations() {
        return new OpenApiDescription().operations();
    }

    static Stream<Operation> guarded() {
        return operations().stream().filter(operation -> operation.access() != RouteAccess.PUBLIC);
    }

    /** Operations whose path names an object that another tenant may own. */
    static Stream<Operation> named() {
        return guarded().filter(operation -> operation.path().contains("{") && !MAKE.contains(operation.operationId()));
    }

    static Stream<Operation> creating() {
        return guarded().filter(operation -> MAKE.contains(operation.operationId()));
    }

    static Stream<Operation> lists() {
        return guarded()
                .filter(operation -> operation.method().equals("GET")
                        && operation.access() != RouteAccess.LIVE
                        && !operation.path().contains("{"));
    }

    @ParameterizedTest
    @MethodSource("guarded")
    void missingCredentials_areRejected(Operation operation) {
        Reply reply = call(operation, null, othersIds);
        assertThat(reply.status()).as("%s", reply).isEqualTo(401);
        assertThat(reply.code()).isEqualTo("unauthenticated");
        assertThat(reply.header("WWW-Authenticate")).isPresent();
    }

    @ParameterizedTest
    @MethodSource("guarded")
    void inventedKey_isRejected(Operation operation) {
        Reply reply = call(operation, "tk_" + "a".repeat(14) + "_" + "b".repeat(32), othersIds);
        assertThat(reply.status()).as("%s", reply).isEqualTo(401);
    }

    @ParameterizedTest
    @MethodSource("guarded")
    void missingScope_isRejected(Operation operation) {
        ApiKeyScope[] all = Arrays.stream(ApiKeyScope.values())
                .filter(scope -> !operation.access().scope().equals(java.util.Optional.of(scope)))
                .toArray(ApiKeyScope[]::new);
        Reply reply = call(operation, edge.mint(TestHttpServer.TENANT, all), othersIds);
        assertThat(reply.status()).as("%s", reply).isEqualTo(403);
        boolean forUsers = operation.access().scope().isEmpty();
        assertThat(reply.code()).isEqualTo(forUsers ? "wrong_credentials" : "missing_scope");
        operation
                .access()
                .scope()
                .ifPresent(scope -> assertThat(reply.text("detail")).contains(scope.wire()));
    }

    @ParameterizedTest
    @MethodSource("guarded")
    void userToken_isForUserRoutesOnly(Operation operation) {
        if (operation.access().scope().isPresent()) {
            Reply reply = call(operation, edge.token(edge.key, "someone"), othersIds);
            assertThat(reply.status()).as("%s", reply).isEqualTo(403);
            assertThat(reply.code()).isEqualTo("wrong_credentials");
        }
    }

    /** An object of another tenant is answered like a nonexistent one: 404, or empty on routes that accept any user. */
    @ParameterizedTest
    @MethodSource("named")
    void objectOfAnotherTenant_isNotFound(Operation operation) {
        String credentials = operation.access() == RouteAccess.USER ? edge.token(edge.key, MARKER) : edge.key;
        Reply others = call(operation, credentials, othersIds);
        Reply nonexistent = call(operation, credentials, nobodysIds);
        assertThat(others.status()).as("%s", others).isEqualTo(nonexistent.status());
        assertThat(others.body()).isEqualTo(nonexistent.body()).doesNotContain(MARKER);
        boolean ofAnyUser = operation.path().startsWith("/v1/users/{user}/")
                        && !operation.path().contains("{id}")
                        && !operation.path().contains("{device}")
                || operation.operationId().equals("listApiKeys");
        // The tenant in the path is the caller's, and can't be deleted.
        int refused = operation.operationId().equals("deleteTenant") ? 409 : 404;
        assertThat(others.status()).as("%s", others).isEqualTo(ofAnyUser ? 200 : refused);
    }

    @ParameterizedTest
    @MethodSource("creating")
    void sameNameInAnotherTenant_doesNotInterfere(Operation operation) {
        String third = edge.mint(TestHttpServer.THIRD_TENANT, ApiKeyScope.values());
        String credentials = operation.access() == RouteAccess.USER ? edge.token(third, MARKER) : third;
        assertThat(call(operation, credentials, othersIds).status()).isLessThan(300);
        String others = edge.otherKey;
        assertThat(edge.call("GET", "/v1/users/" + MARKER, others, null).text("email"))
                .startsWith(MARKER);
        assertThat(edge.call("GET", "/v1/types/" + MARKER, others, null).text("category"))
                .isEqualTo(MARKER);
        assertThat(edge.call("GET", "/v1/types/" + MARKER + "/templates/sms/en", others, null)
                        .json()
                        .at("/parts/text")
                        .asText())
                .isEqualTo(MARKER);
        assertThat(edge.call("GET", "/v1/providers/" + MARKER, others, null).text("kind"))
                .isEqualTo("sample");
        assertThat(edge.call("GET", "/v1/recurring/" + MARKER, others, null)
                        .json()
                        .at("/notification/title")
                        .asText())
                .isEqualTo(MARKER);
        assertThat(edge.call("GET", "/v1/users/" + MARKER + "/devices", others, null)
                        .json()
                        .at("/items/0/id")
                        .asText())
                .isEqualTo(MARKER);
        assertThat(edge.call("GET", "/v1/users/" + MARKER + "/preferences", others, null)
                        .text("version"))
                .isEqualTo("1");
    }

    @ParameterizedTest
    @MethodSource("lists")
    void lists_containOwnObjectsOnly(Operation operation) {
        String credentials = operation.access() == RouteAccess.USER ? edge.token(edge.key, MARKER) : edge.key;
        Reply reply = call(operation, credentials, othersIds);
        assertThat(reply.status()).as("%s", reply).isEqualTo(200);
        if (operation.access() != RouteAccess.ADMIN) {
            assertThat(reply.json().path("items").toString())
                    .doesNotContain(othersIds.get("id"), "@example.com", MARKER);
        }
    }

    private static Reply call(Operation operation, String credentials, Map<String, String> ids) {
        String path = operation.path();
        for (Map.Entry<String, String> id : ids.entrySet()) {
            path = path.replace("{" + id.getKey() + "}", id.getValue());
        }
        if (operation.parameters("query").contains("user")) {
            path += "?user=" + ids.get("user");
        }
        if (!operation.bodyRequired()) {
            return edge.call(operation.method(), path, credentials, null);
        }
        String type = operation.operationId().equals("sendBatch") ? "application/x-ndjson" : "application/json";
        byte[] body =
                BODIES.getOrDefault(operation.operationId(), "{}").getBytes(java.nio.charset.StandardCharsets.UTF_8);
        return edge.call(operation.method(), path, credentials, type, body);
    }
}
