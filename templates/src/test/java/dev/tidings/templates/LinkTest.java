package dev.tidings.templates;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of values in links of HTML: none of them can run a script. */
class LinkTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private static Preview preview(String html, Map<String, Object> data) throws Exception {
        return Preview.of(
                TestTemplates.email("x", "x", html, data.keySet().toArray(String[]::new)),
                TestTemplates.data(JSON.writeValueAsString(data)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "javascript:alert(1)",
                "JavaScript:alert(1)",
                " javascript:alert(1)",
                "\u0001javascript:alert(1)",
                "java\nscript:alert(1)",
                "java\tscript\r:alert(1)",
                "vbscript:x",
                "data:text/html,<script>alert(1)</script>",
                "file:///etc/passwd",
                "blob:x",
                "unknown:x"
            })
    void otherScheme_isRefusedWithTheField(String link) throws Exception {
        for (String html : List.of("<a href=\"{{u}}\">x</a>", "<img src='{{u}}'>", "<form action=\" {{u}}\">")) {
            Preview preview = preview(html, Map.of("u", link));
            assertThat(preview.parts()).isEmpty();
            assertThat(preview.missing()).hasSize(1);
            assertThat(preview.missing().get(0).pointer()).isEqualTo("/data/u");
            assertThat(preview.missing().get(0).expected()).contains("http:, https:, mailto:, tel: or cid:");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://example.com/a?b=c:d",
                "HTTP://example.com",
                "mailto:a@example.com",
                "tel:+4930123",
                "cid:logo",
                "/orders/1:2",
                "orders",
                "?q=javascript:x",
                "#top:x",
                "//example.com",
                ""
            })
    void safeLink_isRendered(String link) throws Exception {
        assertThat(preview("<a href=\"{{u}}\">x</a>", Map.of("u", link)).parts())
                .containsKey("html");
    }

    @Test
    void schemeMadeOfSeveralValues_isRefused() throws Exception {
        assertThat(preview("<a href=\"{{a}}{{b}}\">x</a>", Map.of("a", "java", "b", "script:alert(1)"))
                        .missing())
                .hasSize(1);
        assertThat(preview("<a href=\"java{{a}}\">x</a>", Map.of("a", "script:alert(1)"))
                        .missing())
                .hasSize(1);
        assertThat(preview("<a href=\"{{#l}}{{.}}{{/l}}\">x</a>", Map.of("l", List.of("java", "script:x")))
                        .missing())
                .hasSize(1);
    }

    @Test
    void literalScheme_isTheTemplatesOwn() throws Exception {
        assertThat(preview("<a href=\"app://orders/{{a}}\">x</a>", Map.of("a", "javascript:x"))
                        .parts()
                        .get("html"))
                .isEqualTo("<a href=\"app://orders/javascript:x\">x</a>");
    }

    @Test
    void valueOutsideOfLinks_mayHaveAnyScheme() throws Exception {
        assertThat(preview("<p title=\"{{a}}\">{{a}}</p>", Map.of("a", "javascript:x"))
                        .parts())
                .containsKey("html");
    }
}
