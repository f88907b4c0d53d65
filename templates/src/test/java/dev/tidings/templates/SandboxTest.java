package dev.tidings.templates;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.model.Channel;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the sandbox: a template reaches the data of its notification and nothing else, whatever its names. */
class SandboxTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{{a.class}}",
                "{{a.getClass}}",
                "{{a.class.classLoader}}",
                "{{a.length}}",
                "{{a.bytes}}",
                "{{a.hashCode}}",
                "{{a.toString}}",
                "{{map.size}}",
                "{{map.entrySet}}",
                "{{map.keySet}}",
                "{{map.empty}}",
                "{{list.size}}",
                "{{list.first}}",
                "{{number.text}}",
                "{{number.class}}",
                "{{#a}}{{class}}{{/a}}",
                "{{#map}}{{getClass}}{{entrySet}}{{/map}}",
                "{{#list}}{{length}}{{/list}}",
                "{{#a}}{{user.home}}{{/a}}",
                "{{#a}}{{java.version}}{{/a}}",
                "{{#a}}{{PATH}}{{/a}}",
                "{{#a}}{{env.PATH}}{{/a}}",
                "{{#a}}{{System.properties}}{{/a}}"
            })
    void nameOutsideTheData_isMissing(String template) {
        TemplateSet set = TestTemplates.set(TestTemplates.sms(template, "a", "map", "list", "number"));
        var given = TestTemplates.data("{\"a\":\"text\",\"map\":{\"x\":1},\"list\":[\"x\"],\"number\":1}");
        assertThat(set.missing(Set.of(Channel.SMS), new TemplateInput(given))).isNotEmpty();
        assertThat(set.outbound(Channel.SMS, null, given)).isEmpty();
    }

    /** A value is text and is never parsed as a template. */
    @ParameterizedTest
    @ValueSource(
            strings = {"{{b}}", "{{{b}}}", "{{>/etc/passwd}}", "{{#b}}x{{/b}}", "{{=<% %>=}}<%b%>", "${b}", "#{b}"})
    void value_isNotParsedAsATemplate(String value) {
        String json = "{\"a\":\"" + value + "\",\"b\":\"secret\"}";
        assertThat(TestTemplates.text("{{a}}", json, "a", "b")).isEqualTo(value);
    }
}
