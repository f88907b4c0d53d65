package dev.tidings.templates;

import static dev.tidings.templates.TestTemplates.data;
import static dev.tidings.templates.TestTemplates.email;
import static dev.tidings.templates.TestTemplates.set;
import static dev.tidings.templates.TestTemplates.sms;
import static dev.tidings.templates.TestTemplates.template;
import static dev.tidings.templates.TestTemplates.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.tidings.core.delivery.Message;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.Content;
import dev.tidings.core.model.Template;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class TemplateRendererTest {

    static Stream<Arguments> rendered() {
        return Stream.of(
                Arguments.of("Order {{id}} of {{ name }}", "Order A-1 of Bob"),
                Arguments.of("{{amount}} {{whole}} {{big}}", "1.10 3 12345678901234567890"),
                Arguments.of("{{yes}} {{no}}", "true false"),
                Arguments.of("{{person.name.first}}", "Ann"),
                Arguments.of("{{#items}}{{n}}×{{what}} for {{name}};{{/items}}", "1×tea for Bob;2×cup for Bob;"),
                Arguments.of("{{#tags}}[{{.}}]{{/tags}}", "[a][b]"),
                Arguments.of("{{#none}}x{{/none}}{{^none}}nothing{{/none}}", "nothing"),
                Arguments.of("{{#no}}x{{/no}}{{^no}}not{{/no}}{{#yes}}!{{/yes}}{{^yes}}?{{/yes}}", "not!"),
                Arguments.of("{{#person}}{{name.first}} {{id}}{{/person}}", "Ann A-1"),
                Arguments.of("a{{! says nothing }}b", "ab"),
                Arguments.of("<b>&{{markup}}</b>", "<b>&<i>\"x\"</i></b>"),
                Arguments.of("List:\n{{#tags}}\n- {{.}}\n{{/tags}}\nEnd", "List:\n- a\n- b\nEnd"),
                Arguments.of("{ {id} } }} {", "{ {id} } }} {"));
    }

    @ParameterizedTest
    @MethodSource("rendered")
    void template_rendersAsExpected(String template, String expected) {
        String json = """
            {"id":"A-1","name":"Bob","amount":1.10,"whole":3,"big":12345678901234567890,"yes":true,"no":false,"none":[],
             "person":{"name":{"first":"Ann"}},"items":[{"n":1,"what":"tea"},{"n":2,"what":"cup"}],
             "tags":["a","b"],"markup":"<i>\\"x\\"</i>"}\
            """;
        String[] names = {
            "id", "name", "amount", "whole", "big", "yes", "no", "none", "person", "items", "tags", "markup"
        };
        assertThat(text(template, json, names)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "pt-BR, pt-BR",
                "pt-br, pt-BR",
                "pt-PT, pt",
                "pt, pt",
                "zh-Hant-TW, zh-Hant",
                "zh-Hans-CN, und",
                "de-x-formal, de",
                "de-DE-u-co-phonebk, de",
                "fr, und",
                "und, und",
                "-, und"
            })
    void locale_fallsBackToTheNearest(String asked, String found) {
        TemplateSet set = set(Stream.of("pt-BR", "pt", "zh-Hant", "de", "und")
                .map(tag -> template(Channel.SMS, tag, Map.of("text", tag)))
                .toArray(Template[]::new));
        assertThat(set.outbound(Channel.SMS, asked, data(null))).contains(new Message.Sms(found));
    }

    /** Of the user's locale, the default locale, all languages, and the only one there is. */
    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "de-DE, pt-BR, de en pt und, de",
                "fr, pt-BR, de en pt und, pt",
                "-, pt-BR, de en pt und, pt",
                "fr, it, de en pt und, und",
                "fr, it, de, de",
                "fr, it, de en, -",
                "und, it, de, de"
            })
    void locale_fallsBackToTheDefaultLocale(String asked, String defaultLocale, String stored, String found) {
        TemplateSet set = TemplateSet.of(
                Stream.of(stored.split(" "))
                        .map(tag -> template(Channel.SMS, tag, Map.of("text", tag)))
                        .toList(),
                defaultLocale);
        Content given = new Content("given", null, null, null);
        assertThat(set.outbound(Channel.SMS, asked, given))
                .isEqualTo(Optional.ofNullable(found).map(Message.Sms::new));
        // A request without text must not be lost.
        assertThat(set.outbound(Channel.SMS, asked, data(null))).isPresent();
    }

    @Test
    void changedDefaultLocale_appliesToEarlierTemplates() {
        TemplateSet set = set(
                template(Channel.SMS, "de", Map.of("text", "de")), template(Channel.SMS, "en", Map.of("text", "en")));
        assertThat(set.outbound(Channel.SMS, "fr", data(null))).contains(new Message.Sms("en"));
        assertThat(set.withDefaultLocale("de").outbound(Channel.SMS, "fr", data(null)))
                .contains(new Message.Sms("de"));
    }

    @Test
    void undeclaredVariable_isDeclaredByUse() {
        Template template = sms("{{a}} {{order.id}} {{#list}}{{inner}}{{/list}} {{title}}", "more");
        assertThat(new CompiledTemplate(template).variables()).containsExactly("a", "list", "more", "order");
        assertThat(set(template).missing(Set.of(Channel.SMS), new TemplateInput(data(null))))
                .extracting(TemplateError::pointer)
                .containsExactly("/data/a", "/data/list", "/data/more", "/data/order", "/title");
    }

    /** Both at the top and within objects. */
    @Test
    void missingValues_areReportedAtAllDepths() {
        TemplateSet set = set(
                sms("{{a}} {{order.id}} {{order.day}} {{#list}}{{inner}}{{/list}}"),
                template(Channel.PUSH, "und", Map.of("title", "{{a}} {{b}}")));
        Content given = data("{\"order\":{},\"list\":[{}]}");
        assertThat(set.missing(Set.of(Channel.SMS, Channel.PUSH), new TemplateInput(given)))
                .extracting(TemplateError::pointer, error -> error.expected().split(": ")[0])
                .containsExactlyInAnyOrder(
                        tuple("/data/a", "a value"),
                        tuple("/data/b", "a value"),
                        tuple("/data/order", "a value as 'order.id'"),
                        tuple("/data/order", "a value as 'order.day'"),
                        tuple("/data", "a value as 'inner'"));
    }

    @Test
    void noTemplateForTheChannel_rendersNothing() {
        TemplateSet set = set(template(Channel.SMS, "de", Map.of("text", "x")));
        assertThat(set.outbound(Channel.PUSH, "de", data(null))).isEmpty();
        assertThat(set.inApp("de", data(null))).isEmpty();
    }

    @Test
    void everyChannel_rendersItsMessage() {
        TemplateSet set = set(
                email("S {{a}}", "T {{a}}", "<p>{{a}}</p>", "a"),
                template(Channel.PUSH, "und", Map.of("title", "{{a}}", "deepLink", "app://x/{{a}}"), "a"),
                template(Channel.IN_APP, "und", Map.of("body", "{{title}}: {{a}}"), "a"),
                template(Channel.WEBHOOK, "und", Map.of("body", "{\"s\":\"-{{a}}-\",\"v\":{{a}}}"), "a"),
                sms("{{a}}", "a"));
        Content given = new Content("Title", "Body", "{\"a\":\"<\\n\\\"/\"}", "https://given");
        assertThat(set.outbound(Channel.EMAIL, null, given))
                .contains(new Message.Email("S < \"/", "T <\n\"/", "<p>&lt;\n&quot;/</p>", null));
        assertThat(set.outbound(Channel.PUSH, null, given))
                .contains(new Message.Push("< \"/", "Body", given.data(), "app://x/%3C%0A%22%2F"));
        assertThat(set.inApp(null, given))
                .contains(new Content("Title", "Title: <\n\"/", given.data(), "https://given"));
        assertThat(set.outbound(Channel.SMS, null, given)).contains(new Message.Sms("<\n\"/"));
        assertThat(set.outbound(Channel.WEBHOOK, null, given))
                .contains(new Message.Webhook("{\"s\":\"-<\\u000A\\\"/-\",\"v\":\"<\\u000A\\\"/\"}"));
    }

    @Test
    void unquotedJsonValue_keepsItsType() {
        TemplateSet set = set(template(
                Channel.WEBHOOK, "und", Map.of("body", "{\"n\":{{n}},\"o\":{{o}},\"t\":\"{{n}}\"}"), "n", "o"));
        Content given = data("{\"n\":1.50,\"o\":{\"a\":[true,null,\"x\"]}}");
        assertThat(set.missing(Set.of(Channel.WEBHOOK), new TemplateInput(given)))
                .isEmpty();
        assertThat(set.outbound(Channel.WEBHOOK, null, given))
                .contains(new Message.Webhook("{\"n\":1.50,\"o\":{\"a\":[true,null,\"x\"]},\"t\":\"1.50\"}"));
    }

    static Stream<Arguments> lacking() {
        return Stream.of(
                Arguments.of("{{id}}", "{}", "/data/id"),
                Arguments.of("{{id}}", "{\"id\":null}", "/data/id"),
                Arguments.of("{{id}}", "{\"id\":{}}", "/data/id"),
                Arguments.of("{{id}}", "{\"id\":[1]}", "/data/id"),
                Arguments.of("{{id.a}}", "{\"id\":{\"b\":1}}", "/data/id"),
                Arguments.of("{{id.a}}", "{\"id\":1}", "/data/id"),
                Arguments.of("never used", "{}", "/data/id"),
                Arguments.of("{{#id}}{{name}}{{/id}}", "{\"id\":[{\"name\":1},{}]}", "/data"),
                Arguments.of("{{#id}}{{.}}{{/id}}", "{\"id\":[null]}", "/data"),
                Arguments.of("{{title}}", "{\"id\":1}", "/title"),
                Arguments.of("{{id}}{{id}}", "{\"id\":\"" + "x".repeat(900) + "\"}", "/data"),
                Arguments.of(
                        "{{#id}}".repeat(8) + "{{/id}}".repeat(8), "{\"id\":[" + "1,".repeat(100) + "1]}", "/data"));
    }

    @ParameterizedTest
    @MethodSource("lacking")
    void missingData_isReportedAndRendersNothing(String template, String json, String pointer) {
        TemplateSet set = set(sms(template, "id"));
        List<TemplateError> missing = set.missing(Set.of(Channel.SMS), new TemplateInput(data(json)));
        assertThat(missing).extracting(TemplateError::pointer).containsExactly(pointer);
        assertThat(missing.get(0).expected()).contains("the template of order for sms");
        assertThat(set.missing(Set.of(Channel.EMAIL, Channel.PUSH), new TemplateInput(data(json))))
                .isEmpty();
        if (!template.equals("never used")) {
            assertThat(set.outbound(Channel.SMS, null, data(json))).isEmpty();
        }
    }

    @Test
    void missingValues_areReportedForAllLanguagesAtOnce() {
        TemplateSet set = set(
                template(Channel.SMS, "en", Map.of("text", "{{a}}"), "a"),
                template(Channel.SMS, "de", Map.of("text", "{{a}}{{b}}"), "a", "b"));
        assertThat(set.missing(Set.of(Channel.SMS), new TemplateInput(data(null))))
                .extracting(TemplateError::pointer)
                .containsExactlyInAnyOrder("/data/a", "/data/b");
    }

    @Test
    void invalidJsonForSomeData_isDetectedWithTheData() {
        String body = "{\"a\":[{{#list}}{{.}}{{/list}}]}";
        TemplateSet set = set(template(Channel.WEBHOOK, "und", Map.of("body", body), "list"));
        assertThat(set.missing(Set.of(Channel.WEBHOOK), new TemplateInput(data("{\"list\":[\"x\"]}"))))
                .isEmpty();
        Content two = data("{\"list\":[\"x\",\"y\"]}");
        assertThat(set.missing(Set.of(Channel.WEBHOOK), new TemplateInput(two)))
                .extracting(TemplateError::pointer)
                .containsExactly("/data");
        assertThat(set.outbound(Channel.WEBHOOK, null, two)).isEmpty();
    }
}
