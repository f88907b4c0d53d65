package dev.tidings.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests of serving the JavaScript client and the demo page; browser tests cover their behaviour. */
class PagesTest {
    private static TestHttpServer edge;

    @BeforeAll
    static void start() {
        edge = new TestHttpServer();
    }

    @AfterAll
    static void stop() {
        edge.close();
    }

    @Test
    void client_mayBeLoadedFromAnyOrigin() {
        for (String path : List.of("/client.js", "/client.d.ts")) {
            Reply file = edge.send(edge.request(path)
                    .header("Origin", "https://elsewhere.example")
                    .build());
            assertThat(file.status()).isEqualTo(200);
            assertThat(file.header("Access-Control-Allow-Origin")).contains("*");
            assertThat(file.header("Cache-Control")).contains("no-cache");
            assertThat(file.body()).contains("export class TidingsInbox");
        }
        assertThat(edge.call("GET", "/client.js", null, null).header("Content-Type"))
                .contains("text/javascript; charset=utf-8");
        assertThat(edge.call("GET", "/client.d.ts", null, null).header("Content-Type"))
                .contains("application/typescript; charset=utf-8");
    }

    @Test
    void noPage_canBeFramed() {
        for (String path : List.of("/demo", "/docs", "/docs/errors", "/u/nothing")) {
            assertThat(edge.call("GET", path, null, null).header("Content-Security-Policy"))
                    .as(path)
                    .hasValueSatisfying(policy -> assertThat(policy).contains("frame-ancestors 'none'"));
        }
    }

    @Test
    void everyMemberOfTheClient_hasAType() {
        String code = edge.call("GET", "/client.js", null, null).body();
        String types = edge.call("GET", "/client.d.ts", null, null).body();
        Matcher members = Pattern.compile("(?m)^  (?:async |get )?([a-z]\\w+)\\(.*\\) \\{$")
                .matcher(code.substring(
                        code.indexOf("export class TidingsInbox"), code.indexOf("// --- the connection")));
        int found = 0;
        while (members.find()) {
            found++;
            assertThat(types).containsPattern("\\b" + members.group(1) + "(<.*>)?[(:]");
        }
        assertThat(found).isGreaterThan(10);
    }

    @Test
    void unchangedFile_isAnsweredWith304() {
        for (String path : List.of("/client.js", "/demo", "/demo/assets/demo.css")) {
            Reply first = edge.call("GET", path, null, null);
            String tag = first.header("ETag").orElseThrow();
            Reply second =
                    edge.send(edge.request(path).header("If-None-Match", tag).build());
            assertThat(second.status()).isEqualTo(304);
            assertThat(second.body()).isEmpty();
            assertThat(second.header("ETag")).contains(tag);
            Reply changed = edge.send(
                    edge.request(path).header("If-None-Match", "\"older\"").build());
            assertThat(changed.status()).isEqualTo(200);
            assertThat(changed.body()).isEqualTo(first.body());
        }
    }

    @Test
    void compressedFile_hasTheSameContentAndItsOwnTag() throws IOException {
        for (String path : List.of("/docs/assets/swagger-ui-bundle.js", "/client.js", "/openapi.yaml")) {
            HttpRequest zipping =
                    edge.request(path).header("Accept-Encoding", "gzip, br").build();
            HttpResponse<byte[]> zipped = edge.sendForBytes(zipping);
            HttpResponse<byte[]> plain = edge.sendForBytes(edge.request(path).build());
            assertThat(zipped.headers().firstValue("Content-Encoding")).contains("gzip");
            assertThat(plain.headers().firstValue("Content-Encoding")).isEmpty();
            assertThat(zipped.body().length).isLessThan(plain.body().length / 2);
            assertThat(new GZIPInputStream(new ByteArrayInputStream(zipped.body())).readAllBytes())
                    .isEqualTo(plain.body());
            assertThat(zipped.headers().firstValue("Vary")).contains("Accept-Encoding");
            assertThat(zipped.headers().firstValue("ETag"))
                    .isPresent()
                    .isNotEqualTo(plain.headers().firstValue("ETag"));
        }
    }

    @Test
    void demo_isRestrictedAndLoadsNothingFromOtherHosts() {
        Reply page = edge.call("GET", "/demo", null, null);
        assertThat(page.header("Content-Type")).contains("text/html; charset=utf-8");
        assertThat(page.header("Content-Security-Policy").orElseThrow())
                .startsWith("default-src 'none'; script-src 'self';")
                .doesNotContain("unsafe", "*");
        assertThat(page.body()).doesNotContain("http://", "https://", "style=", " onclick");
        Matcher links = Pattern.compile("(?:src|href)=\"(/[^\"#]+)[^\"]*\"").matcher(page.body());
        while (links.find()) {
            assertThat(edge.call("GET", links.group(1), null, null).status())
                    .as(links.group(1))
                    .isEqualTo(200);
        }
        assertThat(edge.call("GET", "/demo/assets/index.html", null, null).status())
                .isEqualTo(404);
    }

    @Test
    void disabledDemo_keepsTheClient() {
        try (TestHttpServer without = new TestHttpServer(Map.of("TIDINGS_HTTP_DEMO", "false"))) {
            for (String path : List.of("/demo", "/demo/assets/demo.js")) {
                Reply reply = without.call("GET", path, null, null);
                assertThat(reply.status()).isEqualTo(404);
                assertThat(reply.text("code")).isEqualTo("no_such_path");
            }
            assertThat(without.call("GET", "/client.js", null, null).status()).isEqualTo(200);
        }
    }
}
