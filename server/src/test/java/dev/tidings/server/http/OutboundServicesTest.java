package dev.tidings.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidings.core.delivery.Address;
import dev.tidings.core.delivery.AddressKind;
import dev.tidings.core.delivery.Delivery;
import dev.tidings.core.delivery.Message;
import dev.tidings.core.delivery.Outcome;
import dev.tidings.core.metadata.ApiKeyScope;
import dev.tidings.core.model.Priority;
import dev.tidings.core.model.UserKey;
import dev.tidings.core.model.UuidV7;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests of the API of providers, captured messages and webhooks. */
class OutboundServicesTest {
    private static final String SAMPLE =
            "{\"kind\":\"sample\",\"settings\":{\"host\":\"h\",\"port\":587,\"password\":\"hunter2\"}}";

    private final TestHttpServer edge = new TestHttpServer();

    @AfterEach
    void stop() {
        edge.close();
    }

    private Outcome deliver(String user, AddressKind kind, Message message) {
        Delivery delivery = new Delivery(
                new UserKey(TestHttpServer.TENANT, user),
                UuidV7.of(edge.clock.millis(), 1, 1),
                new Address(kind, "somewhere"),
                message,
                Priority.HIGH,
                null,
                1);
        return edge.providers()
                .openFor(TestHttpServer.TENANT, kind)
                .get(0)
                .provider()
                .deliver(delivery)
                .join();
    }

    private List<String> names(String path, String field) {
        List<String> names = new ArrayList<>();
        edge.call("GET", path)
                .json()
                .path("items")
                .forEach(item -> names.add(item.path(field).asText()));
        return names;
    }

    @Test
    void provider_isShownWithoutSecrets() {
        Reply created = edge.call("PUT", "/v1/providers/p", SAMPLE);
        assertThat(created.status()).as("%s", created).isEqualTo(200);
        Reply found = edge.call("GET", "/v1/providers/p");
        assertThat(found.body()).isEqualTo(created.body()).doesNotContain("hunter2");
        JsonNode settings = found.json().path("settings");
        assertThat(settings.path("password").asText()).isEqualTo("[set]");
        assertThat(settings.path("port").asText()).isEqualTo("587");
        assertThat(settings.has("token")).isFalse();
        assertThat(found.json().path("rank").asInt()).isEqualTo(100);
        assertThat(found.text("timeout")).isEqualTo("PT10S");
        assertThat(found.json().path("problem").isNull()).isTrue();
    }

    @Test
    void failingProvider_isShown() {
        edge.call("PUT", "/v1/providers/c", "{\"kind\":\"capture\"}");
        edge.call("PUT", "/v1/users/bob", "{\"email\":\"bob@example.org\"}");
        script("retry");
        for (int i = 0; i < 9; i++) {
            edge.call(
                    "POST",
                    "/v1/notifications",
                    "{\"to\":{\"user\":\"bob\"},\"title\":\"x\",\"channels\":[\"email\"]}");
        }
        edge.drain();
        JsonNode failing = edge.call("GET", "/v1/providers/c").json();
        assertThat(failing.path("state").asText()).as("%s", failing).isEqualTo("failing");
        assertThat(failing.path("problem").asText()).contains("failing since");
        assertThat(failing.path("failingSince").asText()).isNotEmpty();
        assertThat(failing.at("/lastError/code").asText()).isEqualTo("scripted_retry");
        assertThat(edge.call("GET", "/v1/providers").json().at("/items/0")).isEqualTo(failing);
    }

    private void script(String outcome) {
        Reply reply = edge.call("PUT", "/v1/captured/script", "{\"rules\":[{\"outcome\":\"" + outcome + "\"}]}");
        assertThat(reply.status()).as("%s", reply).isEqualTo(200);
    }

    @Test
    void testMessage_answersItsOutcome() {
        edge.call("PUT", "/v1/providers/c", "{\"kind\":\"capture\",\"enabled\":false}");
        String mail = "{\"to\":\"ann@example.org\",\"kind\":\"mailbox\"}";
        Reply sent = edge.call("POST", "/v1/providers/c/test", mail);
        assertThat(sent.text("outcome")).as("%s", sent).isEqualTo("accepted");
        assertThat(sent.text("messageId")).isNotEmpty();
        JsonNode captured = edge.call("GET", "/v1/captured").json().at("/items/0");
        assertThat(captured.path("address").asText()).isEqualTo("ann@example.org");
        assertThat(captured.at("/message/subject").asText()).isEqualTo("Test message");
        script("refuse");
        Reply refused = edge.call("POST", "/v1/providers/c/test", mail);
        assertThat(refused.status()).isEqualTo(200);
        assertThat(refused.text("outcome")).isEqualTo("rejected");
        assertThat(refused.text("code")).isEqualTo("scripted_refusal");
        assertThat(edge.call("GET", "/v1/providers/c").text("state")).isEqualTo("healthy");
    }

    @Test
    void response_canBeSentBack() {
        edge.call("PUT", "/v1/providers/p", SAMPLE);
        JsonNode shown = edge.call("GET", "/v1/providers/p").json();
        Reply again = edge.call(
                "PUT", "/v1/providers/p", "{\"kind\":\"sample\",\"settings\":" + shown.path("settings") + "}");
        assertThat(again.status()).as("%s", again).isEqualTo(200);
        edge.providers().openFor(TestHttpServer.TENANT, AddressKind.MAILBOX);
        assertThat(edge.sample
                        .opened
                        .get(edge.sample.opened.size() - 1)
                        .settings
                        .text("password"))
                .isEqualTo("hunter2");
    }

    @Test
    void unknownKind_suggestsTheNearest() {
        Reply reply = edge.call("PUT", "/v1/providers/p", "{\"kind\":\"smaple\"}");
        assertThat(reply.json().at("/errors/0/expected").asText()).contains("'sample'");
    }

    @Test
    void providers_areListedByRankAndDeleted() {
        edge.call("PUT", "/v1/providers/b", SAMPLE);
        edge.call("PUT", "/v1/providers/c", "{\"kind\":\"capture\",\"rank\":1}");
        edge.call("PUT", "/v1/providers/a", "{\"kind\":\"capture\"}");
        assertThat(names("/v1/providers", "name")).containsExactly("c", "a", "b");
        assertThat(edge.call("DELETE", "/v1/providers/a").status()).isEqualTo(204);
        assertThat(names("/v1/providers", "name")).containsExactly("c", "b");
    }

    @Test
    void kinds_listTheirSettings() {
        assertThat(names("/v1/provider-kinds", "name"))
                .containsExactly("apns", "capture", "fcm", "sample", "smpp", "smtp", "twilio", "webhook", "webpush");
        JsonNode sample = edge.call("GET", "/v1/provider-kinds").json().at("/items/3");
        assertThat(sample.at("/carries/0").asText()).isEqualTo("mailbox");
        assertThat(sample.at("/settings/2/name").asText()).isEqualTo("password");
        assertThat(sample.at("/settings/2/secret").asBoolean()).isTrue();
        assertThat(sample.at("/settings/2/required").asBoolean()).isTrue();
        assertThat(sample.at("/settings/2/expected").asText()).isEqualTo("at least 5 characters");
    }

    @Test
    void capturedMessages_areListed() {
        deliver("ann", AddressKind.MAILBOX, new Message.Email("Hi", "text", "<p>text</p>", null));
        deliver("ann", AddressKind.FCM, new Message.Push("Hi", null, "{\"n\":1}", null));
        deliver("bob", AddressKind.PHONE, new Message.Sms("Hi"));
        assertThat(names("/v1/captured", "channel")).containsExactly("sms", "push", "email");
        assertThat(names("/v1/captured?user=ann", "channel")).containsExactly("push", "email");
        assertThat(names("/v1/captured?channel=sms", "user")).containsExactly("bob");
        JsonNode push = edge.call("GET", "/v1/captured?channel=push").json().at("/items/0");
        assertThat(push.at("/message/data/n").asInt()).isEqualTo(1);
        assertThat(push.path("addressKind").asText()).isEqualTo("fcm");
        assertThat(push.path("address").asText()).isEqualTo("somewhere");
        assertThat(push.path("priority").asText()).isEqualTo("high");
        assertThat(edge.call("DELETE", "/v1/captured").status()).isEqualTo(204);
        assertThat(names("/v1/captured", "channel")).isEmpty();
    }

    @Test
    void capturedMessages_areNotForKeysThatOnlyRead() {
        String reader = edge.mint(TestHttpServer.TENANT, ApiKeyScope.READ, ApiKeyScope.SEND);
        Reply refused = edge.call("GET", "/v1/captured", reader, null);
        assertThat(refused.code()).isEqualTo("missing_scope");
        String manager = edge.mint(TestHttpServer.TENANT, ApiKeyScope.MANAGE);
        assertThat(edge.call("GET", "/v1/captured", manager, null).status()).isEqualTo(200);
    }

    @Test
    void capturedMessages_arePaged() {
        for (int i = 0; i < 5; i++) {
            deliver("ann", AddressKind.PHONE, new Message.Sms("" + i));
        }
        List<String> texts = new ArrayList<>();
        String cursor = "";
        do {
            JsonNode page = edge.call("GET", "/v1/captured?limit=2" + cursor).json();
            page.path("items")
                    .forEach(item -> texts.add(item.at("/message/text").asText()));
            cursor = page.path("next").isNull()
                    ? null
                    : "&cursor=" + page.path("next").asText();
        } while (cursor != null);
        assertThat(texts).containsExactly("4", "3", "2", "1", "0");
    }

    @Test
    void script_isAppliedAndReturned() {
        Reply reply = edge.call(
                "PUT",
                "/v1/captured/script",
                "{\"rules\":[{\"channel\":\"sms\",\"outcome\":\"retry\",\"after\":\"PT5S\",\"times\":1},"
                        + "{\"user\":\"bob\",\"outcome\":\"unregister\",\"share\":1}]}");
        assertThat(reply.status()).as("%s", reply).isEqualTo(200);
        assertThat(reply.json().at("/rules/0/after").asText()).isEqualTo("PT5S");
        assertThat(reply.json().at("/rules/1/times").isNull()).isTrue();
        assertThat(deliver("bob", AddressKind.PHONE, new Message.Sms("1"))).isInstanceOf(Outcome.Retry.class);
        assertThat(deliver("bob", AddressKind.PHONE, new Message.Sms("2"))).isInstanceOf(Outcome.Unregistered.class);
        assertThat(deliver("ann", AddressKind.PHONE, new Message.Sms("3"))).isInstanceOf(Outcome.Accepted.class);
        assertThat(edge.call("PUT", "/v1/captured/script", "{\"rules\":[]}").body())
                .isEqualTo("{\"rules\":[]}");
        assertThat(deliver("bob", AddressKind.PHONE, new Message.Sms("4"))).isInstanceOf(Outcome.Accepted.class);
    }

    @Test
    void webhook_showsItsSecretOnceAndCanBeChanged() {
        Reply created =
                edge.call("POST", "/v1/webhooks", "{\"url\":\"https://a.example/x\",\"events\":[\"delivery.failed\"]}");
        assertThat(created.status()).as("%s", created).isEqualTo(201);
        String secret = created.text("secret");
        assertThat(secret).startsWith("whsec_");
        String one = "/v1/webhooks/" + created.text("id");
        assertThat(edge.call("GET", one).body()).doesNotContain("whsec_");
        assertThat(edge.call("GET", "/v1/webhooks").body())
                .contains(created.text("id"))
                .doesNotContain("whsec_");
        Reply changed = edge.call("PATCH", one, "{\"events\":[]}");
        assertThat(changed.json().path("events")).isEmpty();
        assertThat(changed.text("url")).isEqualTo("https://a.example/x");
        Reply rotated = edge.call("POST", one + "/rotate-secret", null);
        assertThat(rotated.text("secret")).startsWith("whsec_").isNotEqualTo(secret);
        assertThat(edge.service()
                        .delivery()
                        .endpoints()
                        .all(TestHttpServer.TENANT)
                        .get(0)
                        .signWith())
                .hasSize(2);
        assertThat(edge.call("DELETE", one).status()).isEqualTo(204);
        assertThat(edge.call("GET", one).status()).isEqualTo(404);
    }

    @Test
    void pausedWebhook_namesTheReasonAndIsResumed() {
        String id = edge.call("POST", "/v1/webhooks", "{\"url\":\"https://a.example/x\"}")
                .text("id");
        edge.service().delivery().endpoints().pause(TestHttpServer.TENANT, id, "50 failures in a row", "test");
        Reply paused = edge.call("GET", "/v1/webhooks/" + id);
        assertThat(paused.json().at("/paused/reason").asText()).isEqualTo("50 failures in a row");
        assertThat(paused.json().at("/paused/since").asText()).isNotBlank();
        Reply resumed = edge.call("POST", "/v1/webhooks/" + id + "/resume", null);
        assertThat(resumed.json().path("paused").isNull()).isTrue();
    }
}
