package dev.tidings.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidings.core.delivery.Address;
import dev.tidings.core.delivery.AddressKind;
import dev.tidings.core.model.UserKey;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests of explanations, dry runs, unsubscribe links and receipts. */
class ExplanationTest {
    private static final String MAIL =
            "{\"to\":{\"user\":\"bob\"},\"title\":\"Hello\",\"channels\":[\"email\",\"sms\",\"push\"]}";

    private final TestHttpServer edge = new TestHttpServer();

    @BeforeEach
    void addBob() {
        edge.call("PUT", "/v1/users/bob", "{\"email\":\"bob@example.org\",\"phone\":\"+15005550001\"}");
    }

    @AfterEach
    void stop() {
        edge.close();
    }

    private static JsonNode channel(JsonNode explanation, String name) {
        for (JsonNode channel : explanation.path("channels")) {
            if (channel.path("channel").asText().equals(name)) {
                return channel;
            }
        }
        throw new AssertionError("no channel " + name + " in " + explanation);
    }

    @Test
    void dryRun_explainsAndSendsNothing() {
        Reply reply = edge.call("POST", "/v1/notifications/dry-run", MAIL);
        assertThat(reply.status()).as("%s", reply).isEqualTo(200);
        JsonNode would = reply.json().path("items").get(0);
        assertThat(channel(would, "email").at("/decided/state").asText()).isEqualTo("pending");
        assertThat(channel(would, "email").at("/message/subject").asText()).isEqualTo("Hello");
        assertThat(channel(would, "sms").at("/decided/reason").asText()).isEqualTo("opted_out");
        assertThat(channel(would, "push").at("/decided/reason").asText()).isEqualTo("no_address");
        edge.drain();
        assertThat(edge.call("GET", "/v1/captured").json().path("items")).isEmpty();
        assertThat(edge.call("GET", "/v1/notifications").json().path("items")).isEmpty();
    }

    @Test
    void dryRun_decidesAsOfTheSendTime() {
        edge.call("PUT", "/v1/users/dot", "{\"email\":\"dot@example.org\"}");
        edge.call(
                "PATCH",
                "/v1/users/dot/preferences",
                "{\"quietHours\":{\"from\":\"22:00\",\"to\":\"07:00\",\"zone\":\"Europe/Berlin\"}}");
        String body =
                "{\"to\":{\"user\":\"dot\"},\"title\":\"x\",\"channels\":[\"email\"],\"sendAtLocal\":\"2030-01-15T%s\",\"zone\":\"Europe/Berlin\"}";
        JsonNode night = edge.call("POST", "/v1/notifications/dry-run", body.formatted("23:30"))
                .json()
                .at("/items/0");
        assertThat(night.path("decidedAt").asText()).isEqualTo("2030-01-15T22:30:00.000Z");
        assertThat(channel(night, "email").path("because").toString())
                .contains("{\"step\":\"quiet\",\"found\":\"2030-01-16T06:00:00Z\"}");
        JsonNode day = edge.call("POST", "/v1/notifications/dry-run", body.formatted("12:00"))
                .json()
                .at("/items/0");
        assertThat(channel(day, "email").path("because").toString()).doesNotContain("quiet");
    }

    @Test
    void dryRun_refusesAPastSendTime() {
        Reply reply = edge.call(
                "POST",
                "/v1/notifications/dry-run",
                "{\"to\":{\"user\":\"bob\"},\"title\":\"x\",\"sendAt\":\"2020-01-15T12:00:00Z\"}");
        assertThat(reply.status()).isEqualTo(422);
        assertThat(reply.json().at("/errors/0/pointer").asText()).isEqualTo("/sendAt");
    }

    @Test
    void dryRun_rejectsInvalidRequests() {
        Reply reply = edge.call(
                "POST", "/v1/notifications/dry-run", "{\"to\":{\"user\":\"bob\"},\"type\":\"nope\",\"title\":\"x\"}");
        assertThat(reply.status()).isEqualTo(422);
        assertThat(reply.code()).isEqualTo("unknown_type");
    }

    @Test
    void why_listsEachStepAndAttempt() {
        String id = edge.call("POST", "/v1/notifications", MAIL).text("id");
        edge.drain();
        JsonNode why =
                edge.call("GET", "/v1/notifications/" + id + "/why?user=bob").json();
        JsonNode email = channel(why, "email");
        assertThat(email.at("/now/state").asText()).isEqualTo("sent");
        assertThat(email.at("/because/0/step").asText()).isEqualTo("preference");
        assertThat(email.at("/tries/0/outcome").asText()).isEqualTo("accepted");
        assertThat(why.toString()).doesNotContain("bob@example.org");
        assertThat(channel(why, "sms").at("/because/0/found").asText()).isEqualTo("default");
        assertThat(edge.call("GET", "/v1/notifications/" + id + "/why?user=eve").status())
                .isEqualTo(404);
    }

    @Test
    void why_listsTheStepsOfTheInbox() {
        edge.call("PUT", "/v1/types/rare", "{\"perUserAndHour\":1}");
        String request = "{\"type\":\"rare\",\"to\":{\"user\":\"bob\"},\"title\":\"x\",\"channels\":[\"in_app\"]}";
        assertThat(inboxSteps(request)).containsExactly("preference default", "content as given");
        assertThat(inboxSteps(request)).containsExactly("preference default", "content as given", "rate reached");
        edge.call("PATCH", "/v1/users/bob/preferences", "{\"types\":{\"rare\":{\"in_app\":false}}}");
        assertThat(inboxSteps(request)).containsExactly("preference type");
    }

    private List<String> inboxSteps(String request) {
        String id = edge.call("POST", "/v1/notifications", request).text("id");
        edge.drain();
        List<String> steps = new ArrayList<>();
        edge.call("GET", "/v1/notifications/" + id + "/why?user=bob")
                .json()
                .at("/channels/0/because")
                .forEach(step -> steps.add(
                        step.path("step").asText() + " " + step.path("found").asText()));
        return steps;
    }

    @Test
    void why_showsTheEndOfQuietHoursAsATime() {
        edge.call(
                "PATCH",
                "/v1/users/bob/preferences",
                "{\"quietHours\":{\"from\":\"00:00\",\"to\":\"23:59\",\"zone\":\"UTC\"}}");
        String id = edge.call("POST", "/v1/notifications", MAIL).text("id");
        edge.drain();
        JsonNode email = channel(
                edge.call("GET", "/v1/notifications/" + id + "/why?user=bob").json(), "email");
        assertThat(email.at("/because/4/step").asText()).as("%s", email).isEqualTo("quiet");
        Instant until = Instant.parse(email.at("/because/4/found").asText());
        assertThat(until).isAfter(edge.clock.instant());
    }

    private Reply unsubscribe(String method, String path) {
        byte[] body = method.equals("GET") ? null : "List-Unsubscribe=One-Click".getBytes(StandardCharsets.US_ASCII);
        return edge.call(method, path, null, body == null ? null : "application/x-www-form-urlencoded", body);
    }

    private String state() {
        String id = edge.call(
                        "POST",
                        "/v1/notifications",
                        "{\"to\":{\"user\":\"bob\"},\"title\":\"x\",\"channels\":[\"email\"]}")
                .text("id");
        edge.drain();
        JsonNode why =
                edge.call("GET", "/v1/notifications/" + id + "/why?user=bob").json();
        return channel(why, "email").at("/now/state").asText();
    }

    @Test
    void unsubscribeLink_takesEffectOnPostOnly() {
        String link =
                edge.service().delivery().unsubscribeLinks().link(new UserKey(TestHttpServer.TENANT, "bob"), "default");
        String path = link.substring(link.indexOf("/u/"));
        Reply page = unsubscribe("GET", path);
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.toString()).contains("<form method=\"post\">").contains(TestHttpServer.TENANT, "default");
        assertThat(page.headers().toString()).contains("frame-ancestors 'none'");
        assertThat(state()).isEqualTo("sent");
        assertThat(unsubscribe("POST", path).status()).isEqualTo(200);
        assertThat(state()).isEqualTo("suppressed");
    }

    @Test
    void unsubscribePage_namesSenderAndTypeInTheUsersLanguage() {
        edge.call("PUT", "/v1/types/order_shipped", "{\"displayName\":\"<b>Orders</b>\"}");
        edge.call("PATCH", "/v1/tenant", "{\"name\":\"Fish & Chips\"}");
        String link = edge.service()
                .delivery()
                .unsubscribeLinks()
                .link(new UserKey(TestHttpServer.TENANT, "bob"), "order_shipped");
        String path = link.substring(link.indexOf("/u/"));
        assertThat(page(path, "fr, de;q=0.8, en;q=0.5"))
                .contains("lang=\"de\"", "Fish &amp; Chips", "&lt;b&gt;Orders&lt;/b&gt;", "Abbestellen");
        assertThat(page(path, "fr")).contains("lang=\"en\"", "Unsubscribe");
        edge.call("PUT", "/v1/users/bob", "{\"email\":\"bob@example.org\",\"locale\":\"de-AT\"}");
        assertThat(page(path, "en")).as("the user's own locale").contains("lang=\"de\"");
        assertThat(page("/u/nothing", "de")).contains("nicht mehr gültig");
    }

    private String page(String path, String languages) {
        return edge.send(edge.request(path).header("Accept-Language", languages).build())
                .body();
    }

    @Test
    void bouncedAddress_isShownOnTheUser() {
        assertThat(edge.call("GET", "/v1/users/bob").json().path("unreachable")).isEmpty();
        edge.service()
                .users()
                .contacts()
                .reportUnreachable(
                        new UserKey(TestHttpServer.TENANT, "bob"),
                        new Address(AddressKind.MAILBOX, "bob@example.org"),
                        edge.clock.instant())
                .join();
        JsonNode user = edge.call("GET", "/v1/users/bob").json();
        assertThat(user.path("unreachable").toString()).isEqualTo("[\"email\"]");
        edge.call("PUT", "/v1/users/bob", "{\"email\":\"bob@example.com\"}");
        assertThat(edge.call("GET", "/v1/users/bob").json().path("unreachable")).isEmpty();
    }

    @Test
    void forgedUnsubscribeLink_isNotFound() {
        String link =
                edge.service().delivery().unsubscribeLinks().link(new UserKey(TestHttpServer.TENANT, "bob"), "default");
        String path = link.substring(link.indexOf("/u/"));
        for (int i = "/u/".length(); i < path.length(); i += 3) {
            char other = path.charAt(i) == 'A' ? 'B' : 'A';
            String changed = path.substring(0, i) + other + path.substring(i + 1);
            assertThat(unsubscribe("POST", changed).status()).as(changed).isEqualTo(404);
        }
        assertThat(state()).isEqualTo("sent");
    }

    @Test
    void unsignedReceipt_isRejected() {
        edge.call("PUT", "/v1/providers/p", "{\"kind\":\"sample\",\"settings\":{\"host\":\"h\",\"password\":\"x\"}}");
        for (String provider : new String[] {"p", "nothing"}) {
            Reply reply = edge.call("POST", "/v1/receipts/" + TestHttpServer.TENANT + "/" + provider, null, "{}");
            assertThat(reply.status()).isEqualTo(401);
        }
    }
}
