package dev.tidings.templates;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.samskivert.mustache.Mustache;
import dev.tidings.core.delivery.Message;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.Content;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.statistics.Statistics;

/** Properties of escaping: no value can break out of its place in the output. */
class EscapingPropertyTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private static final TemplateSet SET = TestTemplates.set(
            TestTemplates.email(
                    "Re: {{a}}", "{{a}}", "<p title={{a}} class=\"{{a}}\">{{a}}{{#b}}{{a}}{{.}}{{/b}}</p>", "a", "b"),
            TestTemplates.template(
                    Channel.WEBHOOK,
                    "und",
                    Map.of("body", "{\"a\":\"x{{a}}y\\\"{{a}}\",\"{{a}}k\":{{a}},\"b\":[{{#b}}\"{{.}}\",{{/b}}{{b}}]}"),
                    "a",
                    "b"),
            TestTemplates.template(
                    Channel.PUSH, "und", Map.of("title", "{{a}}", "deepLink", "app://h/{{a}}?q={{a}}"), "a"));

    @Provide
    Arbitrary<String> values() {
        Arbitrary<String> nasty = Arbitraries.of(
                "<script>",
                "</p>",
                "\r\nBcc: x@example.com\r\n\r\n",
                "\n",
                "\u0085",
                "\u2028",
                "\"",
                "\\",
                "\\\"",
                "'",
                "&amp;",
                "{{a}}",
                "{{{a}}}",
                "}}",
                "\",\"admin\":true,\"x\":\"",
                "%0a",
                "#",
                "../",
                "😀",
                "\u0000x",
                "=`");
        return Arbitraries.oneOf(nasty, Arbitraries.strings().ofMaxLength(20))
                .list()
                .ofMaxSize(4)
                .map(pieces -> String.join("", pieces))
                .filter(EscapingPropertyTest::isText);
    }

    private static boolean isText(String text) {
        return !text.contains("\u0000") && text.equals(new String(text.getBytes(UTF_8), UTF_8));
    }

    private static Content given(String a, List<String> b) {
        ObjectNode data = JSON.createObjectNode().put("a", a);
        b.forEach(data.putArray("b")::add);
        return TestTemplates.data(data.toString());
    }

    private static <T extends Message> T message(Class<T> kind, Channel channel, Content given) {
        return kind.cast(SET.outbound(channel, null, given).orElseThrow());
    }

    @Property(tries = 500)
    void markup_comesOnlyFromTheTemplate(@ForAll("values") String a, @ForAll("values") String b) {
        String html = message(Message.Email.class, Channel.EMAIL, given(a, List.of(b)))
                .html();
        assertThat(html).startsWith("<p title=").endsWith("</p>");
        assertThat(html.chars().filter(c -> c == '<')).hasSize(2);
        assertThat(html.chars().filter(c -> c == '>')).hasSize(2);
        assertThat(html.chars().filter(c -> c == '"')).hasSize(2);
        assertThat(html.chars().filter(c -> c == '\'' || c == '`')).isEmpty();
    }

    @Property(tries = 500)
    void subjectAndTitle_areOneLine(@ForAll("values") String a) {
        Content given = given(a, List.of());
        Message.Email email = message(Message.Email.class, Channel.EMAIL, given);
        Message.Push push = message(Message.Push.class, Channel.PUSH, given);
        for (String line : List.of(email.subject(), push.title())) {
            assertThat(line.chars().noneMatch(c -> Character.isISOControl(c) || c == 0x2028 || c == 0x2029))
                    .isTrue();
        }
        assertThat(email.text()).isEqualTo(a);
    }

    @Property(tries = 500)
    void json_staysValidAndKeepsItsValues(@ForAll("values") String a, @ForAll("values") String b) throws Exception {
        String body = message(Message.Webhook.class, Channel.WEBHOOK, given(a, List.of(b)))
                .body();
        JsonNode json = JSON.readTree(body);
        assertThat(json.size()).isEqualTo(3);
        assertThat(json.path("a").asText()).isEqualTo("x" + a + "y\"" + a);
        assertThat(json.path(a + "k").asText()).isEqualTo(a);
        assertThat(json.at("/b/0").asText()).isEqualTo(b);
        assertThat(json.at("/b/1/0").asText()).isEqualTo(b);
    }

    @Property(tries = 500)
    void link_keepsTheTargetOfTheTemplate(@ForAll("values") String a) throws Exception {
        URI link = new URI(
                message(Message.Push.class, Channel.PUSH, given(a, List.of())).deepLink());
        assertThat(link.getScheme()).isEqualTo("app");
        assertThat(link.getHost()).isEqualTo("h");
        assertThat(link.getPath()).isEqualTo("/" + a);
        assertThat(link.getQuery()).isEqualTo("q=" + a);
        assertThat(link.getFragment()).isNull();
    }

    @Provide
    Arbitrary<String> templates() {
        Arbitrary<String> piece =
                Arbitraries.of("{{a}}", "{{ o.x }}", "{{.}}", "{{x}}", "{{!c}}", "text", " ", "\n", "<", "}");
        for (int depth = 0; depth < 3; depth++) {
            Arbitrary<String> inside = joined(piece);
            Arbitrary<String> section = Combinators.combine(
                            Arbitraries.of('#', '^'), Arbitraries.of("l", "o", "e", "t", "a"), inside)
                    .as((kind, name, text) -> "{{" + kind + name + "}}" + text + "{{/" + name + "}}");
            piece = Arbitraries.oneOf(piece, section);
        }
        // Other libraries keep blanks behind the last tag if no line follows; the specification does not.
        return joined(piece).map(template -> template + ".");
    }

    private static Arbitrary<String> joined(Arbitrary<String> pieces) {
        return pieces.list().ofMaxSize(4).map(all -> String.join("", all));
    }

    /** A template that is accepted renders the same as with a Mustache library. */
    @Property(tries = 3000)
    void rendering_agreesWithAMustacheLibrary(@ForAll("templates") String template) {
        String json = "{\"a\":\"A\",\"x\":\"X\",\"o\":{\"x\":\"OX\"},\"l\":[\"1\",\"2\"],\"e\":[],\"t\":true}";
        Optional<String> ours = ours(template, json);
        Statistics.collect(ours.isPresent());
        Statistics.coverage(seen -> seen.check(true).percentage(share -> share > 20));
        if (ours.isPresent()) {
            Map<String, Object> data = Map.of(
                    "a", "A", "x", "X", "o", Map.of("x", "OX"), "l", List.of("1", "2"), "e", List.of(), "t", true);
            String others =
                    Mustache.compiler().escapeHTML(false).compile(template).execute(data);
            assertThat(ours.get()).isEqualTo(others);
        }
    }

    private static Optional<String> ours(String template, String json) {
        try {
            return Optional.ofNullable(
                    Preview.of(TestTemplates.sms(template, "a", "o", "l", "e", "t", "x"), TestTemplates.data(json))
                            .parts()
                            .get("text"));
        } catch (InvalidTemplateException unusable) {
            return Optional.empty();
        }
    }
}
