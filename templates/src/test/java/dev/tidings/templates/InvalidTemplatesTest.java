package dev.tidings.templates;

import static dev.tidings.templates.TestTemplates.email;
import static dev.tidings.templates.TestTemplates.sms;
import static dev.tidings.templates.TestTemplates.template;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tidings.core.model.Channel;
import dev.tidings.core.model.Template;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that a template with errors is rejected when it is stored, with the position of each error. */
class InvalidTemplatesTest {

    private static Template push(String part, String text) {
        return template(Channel.PUSH, "und", Map.of("title", "x", part, text), "a");
    }

    private static Template webhook(String body) {
        return template(Channel.WEBHOOK, "und", Map.of("body", body), "a", "b");
    }

    static Stream<Arguments> broken() {
        return Stream.of(
                Arguments.of(sms("{{a", "a"), "/parts/text", "line 1, column 1"),
                Arguments.of(sms("x\nyz{{a", "a"), "/parts/text", "line 2, column 3"),
                Arguments.of(sms("{{}}"), "/parts/text", "line 1, column 1: a name"),
                Arguments.of(sms("{{a b}}", "a"), "/parts/text", "a name"),
                Arguments.of(sms("{{a..b}}", "a"), "/parts/text", "a name"),
                Arguments.of(sms("{{a()}}", "a"), "/parts/text", "a name"),
                Arguments.of(sms("{{.}}"), "/parts/text", "within a section"),
                Arguments.of(sms("{{#a}}x", "a"), "/parts/text", "line 1, column 1: a section that is opened"),
                Arguments.of(sms("{{/a}}", "a"), "/parts/text", "opened before"),
                Arguments.of(sms("{{#a}}{{#b}}{{/a}}{{/b}}", "a", "b"), "/parts/text", "line 1, column 13: {{/b}}"),
                Arguments.of(sms("{{#a}}".repeat(9) + "{{/a}}".repeat(9), "a"), "/parts/text", "at most 8 deep"),
                Arguments.of(sms("{{> /etc/passwd}}"), "/parts/text", "no partials"),
                Arguments.of(sms("{{=<% %>=}}<% a %>", "a"), "/parts/text", "no other delimiters"),
                Arguments.of(email("x", "x", "{{{a}}}", "a"), "/parts/html", "always escaped"),
                Arguments.of(email("x", "x", "{{&a}}", "a"), "/parts/html", "always escaped"),
                Arguments.of(email("x", "x", "{{ {a}}}", "a"), "/parts/html", "always escaped"),
                Arguments.of(email("a\nBcc: x@example.com", "x", "x"), "/parts/subject", "line 1, column 2: one line"),
                Arguments.of(email("a\r", "x", "x"), "/parts/subject", "one line"),
                Arguments.of(email("a\u2028b", "x", "x"), "/parts/subject", "one line"),
                Arguments.of(template(Channel.EMAIL, "und", Map.of("subject", "x")), "/parts", "text"),
                Arguments.of(template(Channel.EMAIL, "und", Map.of("text", "x")), "/parts", "subject"),
                Arguments.of(template(Channel.PUSH, "und", Map.of()), "/parts", "at least one of title, body"),
                Arguments.of(sms(""), "/parts/text", "1 to 1600"),
                Arguments.of(sms("x".repeat(1_601)), "/parts/text", "1 to 1600"),
                Arguments.of(push("html", "x"), "/parts/html", "one of the parts title, body, deepLink"),
                Arguments.of(push("a/b", "x"), "/parts/a~1b", "one of the parts"),
                Arguments.of(push("deepLink", "{{a}}"), "/parts/deepLink", "begins with a scheme"),
                Arguments.of(push("deepLink", "orders/{{a}}"), "/parts/deepLink", "begins with a scheme"),
                Arguments.of(push("deepLink", "javascript:{{a}}"), "/parts/deepLink", "begins with a scheme"),
                Arguments.of(push("deepLink", "app://x y"), "/parts/deepLink", "may stand in a URI"),
                Arguments.of(webhook("[]"), "/parts/body", "a JSON object"),
                Arguments.of(webhook("{\"a\":\"{{a}}}"), "/parts/body", "a JSON object"),
                Arguments.of(webhook("{ {{a}}:1}"), "/parts/body", "a JSON object"),
                Arguments.of(webhook("{\"x\":{{a}}{{b}}}"), "/parts/body", "a JSON object"),
                Arguments.of(webhook("{\"x\":1{{#a}},{{/a}}}"), "/parts/body", "a JSON object"),
                Arguments.of(webhook("{\"x\":\"{{#a}}\"{{/a}}}"), "/parts/body", "as many opening as closing quotes"),
                Arguments.of(sms("x", "a b"), "/variables", "letters, digits"),
                Arguments.of(sms("x", "a.b"), "/variables", "without dots"));
    }

    @ParameterizedTest
    @MethodSource("broken")
    void invalidTemplate_isRejectedWithItsPosition(Template template, String pointer, String expected) {
        InvalidTemplateException refused =
                catchThrowableOfType(InvalidTemplateException.class, () -> new CompiledTemplate(template));
        assertThat(refused).isNotNull();
        assertThat(refused.errors()).extracting(TemplateError::pointer).contains(pointer);
        assertThat(refused.errors())
                .anySatisfy(
                        templateError -> assertThat(templateError.expected()).contains(expected));
    }

    static Stream<Arguments> unsafe() {
        return Stream.of(
                Arguments.of("<a href={{a}}>x</a>", "line 1, column 9: quotes around the value of href"),
                Arguments.of("<a href= x{{a}}>x</a>", "quotes around the value of href"),
                Arguments.of("<p class={{a}}>x</p>", "quotes around the value of class"),
                Arguments.of("<p {{a}}>x</p>", "not in a tag itself"),
                Arguments.of("<p {{a}}=\"x\">x</p>", "not in a tag itself"),
                Arguments.of("<{{a}}>", "not in a tag itself"),
                Arguments.of("<h{{a}}>", "not in a tag itself"),
                Arguments.of("<script>\nlet x = '{{a}}'</script>", "line 2, column 10: not in a script"),
                Arguments.of("<SCRIPT type=\"x\">{{a}}</script>", "not in a script"),
                Arguments.of("<style>p { color: {{a}} }</style>", "not in a script or style sheet"),
                Arguments.of("<p style=\"color: {{a}}\">x</p>", "not in the attribute style"),
                Arguments.of("<p onclick=\"f('{{a}}')\">x</p>", "not in the attribute onclick"),
                Arguments.of("<p OnClick='{{a}}'>x</p>", "not in the attribute onclick"),
                Arguments.of("<iframe srcdoc=\"{{a}}\">", "not in the attribute srcdoc"),
                Arguments.of("<meta http-equiv='refresh' content='0;url={{a}}'>", "not in the attribute content"),
                Arguments.of("<a href=\"javascript:f({{a}})\">", "not in a link with the scheme javascript"),
                Arguments.of("<a href=\"java\nscript:f({{a}})\">", "not in a link with the scheme javascript"),
                Arguments.of("<a href=\"{{a}}:f()\">", "a link whose scheme is not made of"),
                Arguments.of("<a href=\"java{{a}}:f()\">", "a link whose scheme is not made of"),
                Arguments.of("<a {{#a}}href=\"{{/a}}x\">", "a section that ends in the same tag or attribute"),
                Arguments.of("<!--[if mso]><a href={{a}}><![endif]-->", "quotes around the value of href"),
                Arguments.of("<!--[if !mso]><!--><a href={{a}}><!--<![endif]-->", "quotes around"));
    }

    @ParameterizedTest
    @MethodSource("unsafe")
    void variableInAnUnsafePlaceOfHtml_isRejected(String html, String expected) {
        CompiledTemplate compiled = new CompiledTemplate(email("x", "x", html, "a"));
        InvalidTemplateException refused =
                catchThrowableOfType(InvalidTemplateException.class, compiled::requireStorable);
        assertThat(refused).isNotNull();
        assertThat(refused.errors()).hasSize(1);
        assertThat(refused.errors().get(0).pointer()).isEqualTo("/parts/html");
        assertThat(refused.errors().get(0).expected()).contains(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<p title=\"{{a}}\" class='x {{a}}'>{{a}} &lt; {{a}} < {{a}}</p>",
                "<a href=\"{{a}}\">{{a}}</a><a href='https://x/{{a}}?q={{a}}'>x</a><a href=\"app://x/{{a}}\">x</a>",
                "<img src=\"cid:{{a}}\"/><br/>{{a}}<hr />{{a}}",
                "{{#a}}<a href=\"{{.}}\">x</a>{{/a}}<p{{#a}} title=\"{{.}}\"{{/a}}>x</p>",
                "<a href=\"{{#a}}https://x/{{.}}{{/a}}{{^a}}https://y/{{/a}}\">x</a>",
                "<script>let x = 1 < 2;</script>{{a}}<style>p > a { color: red }</style>{{a}}",
                "<!-- {{a}} --><p>{{a}}</p><!DOCTYPE html><!-->{{a}}<!-- x > y -->{{a}}",
                "<!--[if mso]><a href=\"{{a}}\">x</a><![endif]-->{{a}}",
                "<p style=\"color: red\" onclick=\"f()\">{{a}}</p>"
            })
    void variableInAnotherPlaceOfHtml_isAccepted(String html) {
        new CompiledTemplate(email("x", "x", html, "a")).requireStorable();
    }

    /** A template of an earlier version is still used. */
    @Test
    void storedTemplateWithAnUnsafePlace_isStillRendered() {
        TemplateSet set = TestTemplates.set(email("x", "x", "<p class={{a}}>x</p>", "a"));
        assertThat(set.outbound(Channel.EMAIL, null, TestTemplates.data("{\"a\":\"y\"}")))
                .isPresent();
    }

    @Test
    void allErrors_areReportedAtOnce() {
        Template template = email("{{.}}", "{{#", "fine", "a b");
        InvalidTemplateException refused =
                catchThrowableOfType(InvalidTemplateException.class, () -> new CompiledTemplate(template));
        assertThat(refused.errors())
                .extracting(TemplateError::pointer)
                .containsExactlyInAnyOrder("/variables", "/parts/subject", "/parts/text");
    }

    /** A template stored by a version with other rules must not disable the tenant's other templates. */
    @Test
    void storedInvalidTemplate_isSkippedAlone() {
        TemplateSet set = TestTemplates.set(sms("{{>x}}"), template(Channel.PUSH, "und", Map.of("title", "fine")));
        assertThat(set.outbound(Channel.SMS, null, TestTemplates.data(null))).isEmpty();
        assertThat(set.outbound(Channel.PUSH, null, TestTemplates.data(null))).isPresent();
    }
}
