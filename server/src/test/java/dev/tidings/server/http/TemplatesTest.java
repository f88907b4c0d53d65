package dev.tidings.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidings.server.validation.Times;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests of the template API. Each test uses its own type. */
class TemplatesTest {
    private static final String SEND = "/v1/notifications";
    private static TestHttpServer edge;

    @BeforeAll
    static void start() {
        edge = new TestHttpServer();
    }

    @AfterAll
    static void stop() {
        edge.close();
    }

    private static void type(String name) {
        assertThat(edge.call("PUT", "/v1/types/" + name, "{}").status()).isEqualTo(200);
    }

    private static String path(String type, String place) {
        return "/v1/types/" + type + "/templates/" + place;
    }

    private static Reply put(String type, String place, String title) {
        Reply reply =
                edge.call("PUT", path(type, place), "{\"parts\":{\"title\":\"" + title + "\"},\"variables\":[\"id\"]}");
        assertThat(reply.status()).as("%s", reply).isEqualTo(200);
        return reply;
    }

    private static String request(String type, String user, String rest) {
        return "{\"type\":\"" + type + "\",\"to\":{\"user\":\"" + user + "\"}," + rest + "}";
    }

    private static List<String> titles(String user) {
        edge.drain();
        return edge.call("GET", "/v1/users/" + user + "/inbox")
                .json()
                .path("items")
                .findValuesAsText("title");
    }

    @Test
    void template_isStoredUnderItsCanonicalLocale() {
        type("crud");
        Reply stored = put("crud", "in_app/PT-br", "Olá {{id}}");
        assertThat(stored.text("locale")).isEqualTo("pt-BR");
        assertThat(stored.text("state")).isEqualTo("active");
        assertThat(stored.text("changedAt")).isEqualTo(Times.text(edge.clock.instant()));
        assertThat(stored.json().path("variables").toString()).isEqualTo("[\"id\"]");
        assertThat(edge.call("GET", path("crud", "in_app/pt-br")).json()).isEqualTo(stored.json());
        Reply und = put("crud", "in_app/und", "Hello {{id}}");
        JsonNode list = edge.call("GET", "/v1/types/crud/templates").json().path("items");
        assertThat(list).containsExactly(stored.json(), und.json());
    }

    @Test
    void everyChange_isAVersion() {
        type("versions");
        put("versions", "in_app/en", "one");
        put("versions", "in_app/en", "two");
        assertThat(edge.call("POST", path("versions", "in_app/en/deactivate")).text("state"))
                .isEqualTo("inactive");
        assertThat(edge.call("DELETE", path("versions", "in_app/en")).status()).isEqualTo(204);
        assertThat(edge.call("DELETE", path("versions", "in_app/en")).status()).isEqualTo(404);
        assertThat(edge.call("GET", path("versions", "in_app/en")).status()).isEqualTo(404);
        JsonNode first =
                edge.call("GET", path("versions", "in_app/en/versions?limit=3")).json();
        assertThat(first.path("items").findValuesAsText("state")).containsExactly("deleted", "inactive", "active");
        JsonNode rest = edge.call(
                        "GET",
                        path(
                                "versions",
                                "in_app/en/versions?limit=3&cursor="
                                        + first.path("next").asText()))
                .json();
        assertThat(rest.path("items").findValuesAsText("title")).containsExactly("one");
    }

    @Test
    void inbox_usesTheRequestedLocale() {
        type("words");
        put("words", "in_app/de", "Bestellung {{id}}");
        put("words", "in_app/und", "Order {{id}}");
        String data = "\"data\":{\"id\":\"A<1\"}";
        for (String locale : List.of("fr", "de-AT", "en")) {
            edge.call("POST", SEND, request("words", "ann", data + ",\"locale\":\"" + locale + "\""));
            edge.drain();
            edge.clock.advance(Duration.ofSeconds(1));
        }
        assertThat(titles("ann")).containsExactly("Order A<1", "Bestellung A<1", "Order A<1");
    }

    /** A template for one language is better than none. */
    @Test
    void onlyTemplate_isUsedForAnyLanguage() {
        type("only");
        int first =
                put("only", "in_app/en", "Order {{id}}").json().path("revision").asInt();
        edge.call("PUT", "/v1/users/gerd", "{\"locale\":\"de-DE\",\"email\":\"gerd@example.org\"}");
        edge.call("PUT", path("only", "email/en"), "{\"parts\":{\"subject\":\"Mail {{id}}\",\"text\":\"x\"}}");
        String rest = "\"title\":\"given\",\"data\":{\"id\":7},\"channels\":[\"in_app\",\"email\"]";
        String id = edge.call("POST", SEND, request("only", "gerd", rest)).text("id");
        assertThat(titles("gerd")).containsExactly("Order 7");
        JsonNode why =
                edge.call("GET", "/v1/notifications/" + id + "/why?user=gerd").json();
        assertThat(why.findValuesAsText("found"))
                .contains(
                        "template only/in_app/en of revision " + first,
                        "template only/email/en of revision " + (first + 1));
    }

    @Test
    void defaultLocale_isThatOfTheTenant() {
        type("locales");
        put("locales", "in_app/de", "Bestellung {{id}}");
        put("locales", "in_app/en", "Order {{id}}");
        put("locales", "in_app/und", "# {{id}}");
        edge.call("PUT", "/v1/users/fred", "{\"locale\":\"fr\"}");
        String request = request("locales", "fred", "\"data\":{\"id\":7}");
        edge.call("POST", SEND, request);
        assertThat(titles("fred")).containsExactly("Order 7");
        Reply changed = edge.call("PATCH", "/v1/tenant", "{\"defaultLocale\":\"de-at\"}");
        assertThat(changed.text("defaultLocale")).isEqualTo("de-AT");
        assertThat(edge.call("GET", "/v1/tenant").json()).isEqualTo(changed.json());
        edge.clock.advance(Duration.ofSeconds(1));
        edge.call("POST", SEND, request);
        assertThat(titles("fred")).containsExactly("Bestellung 7", "Order 7");
        edge.call("PATCH", "/v1/tenant", "{\"defaultLocale\":\"en\"}");
    }

    @Test
    void requestWithoutAnyText_isRefused() {
        type("blank");
        Reply reply = edge.call("POST", SEND, request("blank", "bea", "\"data\":{\"id\":7}"));
        assertThat(reply.status()).isEqualTo(422);
        assertThat(reply.pointers()).containsExactly("/title");
        Reply blanks = edge.call("POST", SEND, request("blank", "bea", "\"title\":\" \""));
        assertThat(blanks.pointers()).containsExactly("/title");
    }

    /** The other channel has a template, so the request is accepted. */
    @Test
    void inboxItemWithoutText_isSuppressed() {
        type("half");
        edge.call("PUT", path("half", "sms/en"), "{\"parts\":{\"text\":\"x\"}}");
        for (String to : List.of("{\"user\":\"hal\"}", "{\"users\":[\"hal\",\"ho\"]}")) {
            String id = edge.call(
                            "POST",
                            SEND,
                            "{\"type\":\"half\",\"data\":{},\"to\":" + to + ",\"channels\":[\"in_app\",\"sms\"]}")
                    .text("id");
            assertThat(titles("hal")).isEmpty();
            Reply why = edge.call("GET", "/v1/notifications/" + id + "/why?user=hal");
            JsonNode inApp = why.json().at("/channels/0");
            assertThat(inApp.at("/decided/reason").asText()).as("%s", why).isEqualTo("no_content");
            assertThat(inApp.findValuesAsText("found")).containsExactly("default", "none");
        }
        assertThat(edge.call("GET", "/v1/users/hal/unread")
                        .json()
                        .path("unread")
                        .asInt())
                .isZero();
    }

    @Test
    void templateThatRendersBlanks_givesWayToTheRequest() {
        type("blanks");
        put("blanks", "in_app/und", "{{id}} ");
        edge.call("POST", SEND, request("blanks", "bob", "\"title\":\"given\",\"data\":{\"id\":\"\"}"));
        assertThat(titles("bob")).containsExactly("given");
    }

    @Test
    void userList_getsTheSameContent() {
        type("list");
        put("list", "in_app/und", "Order {{id}}");
        String request = "{\"type\":\"list\",\"to\":{\"users\":[\"lia\",\"leo\"]},\"data\":{\"id\":7}}";
        assertThat(edge.call("POST", SEND, request).status()).isEqualTo(202);
        assertThat(titles("lia")).containsExactly("Order 7");
        assertThat(titles("leo")).containsExactly("Order 7");
    }

    @Test
    void missingVariable_isRejectedEverywhere() {
        type("needs");
        put("needs", "in_app/und", "Order {{id}}");
        String lacking = request("needs", "max", "\"title\":\"x\",\"data\":{\"other\":1}");
        Reply single = edge.call("POST", SEND, lacking);
        assertThat(single.status()).as("%s", single).isEqualTo(422);
        assertThat(single.code()).isEqualTo("invalid_request");
        assertThat(single.pointers()).containsExactly("/data/id");
        assertThat(single.json().at("/errors/0/expected").asText())
                .isEqualTo("a value: the template of needs for in_app needs it");
        Reply later = edge.call("POST", SEND, request("needs", "max", "\"title\":\"x\",\"delay\":\"PT1H\""));
        assertThat(later.pointers()).containsExactly("/data/id");
        List<JsonNode> lines = edge.batch(lacking + "\n" + request("needs", "max", "\"data\":{\"id\":1}"))
                .lines();
        assertThat(lines.get(0).path("status").asInt()).isEqualTo(422);
        assertThat(lines.get(0).at("/error/errors/0/pointer").asText()).isEqualTo("/data/id");
        assertThat(lines.get(1).path("status").asInt()).isEqualTo(202);
        Reply recurring =
                edge.call("PUT", "/v1/recurring/needs", "{\"cron\":\"0 9 * * *\",\"notification\":" + lacking + "}");
        assertThat(recurring.status()).isEqualTo(422);
        assertThat(recurring.pointers()).containsExactly("/notification/data/id");
        assertThat(edge.call("GET", "/v1/recurring/needs").status()).isEqualTo(404);
        assertThat(titles("max")).containsExactly("Order 1");
        assertThat(edge.call("GET", "/v1/users/max/scheduled").json().path("items"))
                .isEmpty();
    }

    @Test
    void variableOfAnotherChannel_isNotRequired() {
        type("apart");
        edge.call("PUT", path("apart", "sms/und"), "{\"parts\":{\"text\":\"{{id}}\"},\"variables\":[\"id\"]}");
        assertThat(edge.call("POST", SEND, request("apart", "eva", "\"title\":\"x\""))
                        .status())
                .isEqualTo(202);
        Reply sms = edge.call("POST", SEND, request("apart", "eva", "\"title\":\"x\",\"channels\":[\"sms\"]"));
        assertThat(sms.pointers()).containsExactly("/data/id");
    }

    /** A retry of an accepted request gets the same response, even if the request is no longer valid. */
    @Test
    void retryAfterATemplateChange_getsTheSameResponse() {
        type("repeat");
        String line = request("repeat", "ida", "\"title\":\"x\",\"idempotencyKey\":\"k1\"");
        String id = edge.batch(line).lines().get(0).path("id").asText();
        put("repeat", "in_app/und", "Order {{id}}");
        JsonNode again;
        do {
            again = edge.batch(line).lines().get(0);
        } while (again.path("status").asInt() == 409);
        assertThat(again.path("id").asText()).isEqualTo(id);
    }

    @Test
    void inactiveOrDeletedTemplate_isNotUsed() {
        type("off");
        put("off", "in_app/und", "Order {{id}}");
        edge.call("POST", path("off", "in_app/und/deactivate"));
        edge.call("POST", SEND, request("off", "kim", "\"title\":\"plain\""));
        assertThat(titles("kim")).containsExactly("plain");
        edge.clock.advance(Duration.ofSeconds(1));
        edge.call("POST", path("off", "in_app/und/activate"));
        edge.call("POST", SEND, request("off", "kim", "\"data\":{\"id\":2}"));
        assertThat(titles("kim")).containsExactly("Order 2", "plain");
    }

    @Test
    void recreatedType_hasNoTemplates() {
        type("again");
        put("again", "in_app/und", "Order {{id}}");
        edge.call("POST", SEND, request("again", "una", "\"data\":{\"id\":1}"));
        assertThat(titles("una")).containsExactly("Order 1");
        edge.call("DELETE", "/v1/types/again");
        type("again");
        assertThat(edge.call("GET", "/v1/types/again/templates").json().path("items"))
                .isEmpty();
        assertThat(edge.call("POST", SEND, request("again", "una", "\"title\":\"plain\""))
                        .status())
                .isEqualTo(202);
        assertThat(titles("una")).containsExactlyInAnyOrder("plain", "Order 1");
    }

    @Test
    void preview_rendersStoredAndGivenTemplates() {
        type("preview");
        String email = path("preview", "email/en");
        edge.call(
                "PUT",
                email,
                "{\"parts\":{\"subject\":\"{{id}}\",\"text\":\"{{amount}}\",\"html\":\"<b>{{id}}</b>\"},"
                        + "\"variables\":[\"id\",\"amount\"],\"active\":false}");
        String data = "{\"data\":{\"id\":\"a\\nb<\",\"amount\":1.10}}";
        JsonNode stored = edge.call("POST", email + "/preview", data).json().path("parts");
        assertThat(stored.path("subject").asText()).isEqualTo("a b<");
        assertThat(stored.path("text").asText()).isEqualTo("1.10");
        assertThat(stored.path("html").asText()).isEqualTo("<b>a\nb&lt;</b>");
        Reply draft = edge.call(
                "POST",
                path("preview", "sms/en") + "/preview",
                "{\"parts\":{\"text\":\"{{x}} {{title}}\"},\"variables\":[\"x\"],\"title\":\"t\",\"data\":{\"x\":1}}");
        assertThat(draft.json().at("/parts/text").asText()).isEqualTo("1 t");
        assertThat(edge.call("GET", path("preview", "sms/en")).status()).isEqualTo(404);
        Reply lacking = edge.call("POST", email + "/preview", "{\"data\":{\"id\":\"x\"}}");
        assertThat(lacking.status()).isEqualTo(422);
        assertThat(lacking.pointers()).containsExactly("/data/amount");
    }

    @Test
    void changes_areInTheAuditLog() {
        type("audited");
        put("audited", "in_app/und", "x");
        assertThat(edge.call("GET", "/v1/audit?limit=1")
                        .json()
                        .at("/items/0/action")
                        .asText())
                .isEqualTo("template.put");
    }
}
