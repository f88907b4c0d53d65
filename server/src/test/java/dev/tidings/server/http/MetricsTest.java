package dev.tidings.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests of {@code GET /metrics}. */
class MetricsTest {
    private TestHttpServer edge;

    @BeforeEach
    void start() {
        edge = new TestHttpServer();
    }

    @AfterEach
    void stop() {
        edge.close();
    }

    private PrometheusText scrape() {
        Reply reply = edge.call("GET", "/metrics");
        assertThat(reply.status()).isEqualTo(200);
        return PrometheusText.parse(reply.body());
    }

    @Test
    void everyMetric_isWellFormedAndDocumented() throws Exception {
        edge.sendAndRoute(edge.key, "alice", "Hello");
        PrometheusText metrics = scrape();
        Path root = Path.of("").toAbsolutePath();
        while (!Files.exists(root.resolve("mvnw"))) {
            root = root.getParent();
        }
        String documented = Files.readString(root.resolve("docs/configuration.md"));
        for (PrometheusText.Family family : metrics.families().values()) {
            String base = family.name().replaceAll("_max$", "");
            assertThat(documented).as("docs/configuration.md").contains("`" + base);
            assertThat(family.name())
                    .as("base units")
                    .doesNotContainPattern(
                            "_(ms|us|ns|millis|milliseconds|minutes|kb|mb|kilobytes|megabytes|percent)(_|$)");
        }
        assertThat(metrics.labelNames())
                .as("bounded labels only")
                .containsOnly(
                        "route",
                        "method",
                        "status",
                        "le",
                        "stage",
                        "priority",
                        "store",
                        "channel",
                        "outcome",
                        "reason",
                        "area",
                        "pool",
                        "gc");
    }

    @Test
    void requests_areCountedByRouteTemplate() {
        edge.call("GET", "/v1/users/alice/inbox");
        edge.call("GET", "/v1/users/bob/inbox");
        edge.call("GET", "/v1/users/bob/inbox", "tk_wrong", null);
        edge.call("GET", "/made-up/4711");
        edge.call("PROPFIND", "/v1/notifications");
        Reply reply = edge.call("GET", "/metrics");
        PrometheusText metrics = PrometheusText.parse(reply.body());

        assertThat(requests(metrics, "/v1/users/{user}/inbox", "GET", "2xx")).isEqualTo(2);
        assertThat(requests(metrics, "/v1/users/{user}/inbox", "GET", "4xx")).isEqualTo(1);
        assertThat(requests(metrics, "other", "other", "4xx")).isEqualTo(2);
        assertThat(metrics.value("tidings_http_requests_in_flight"))
                .as("the scrape")
                .isEqualTo(1);
        assertThat(reply.body()).doesNotContain("alice", "made-up", "PROPFIND", TestHttpServer.TENANT);
    }

    private static double requests(PrometheusText metrics, String route, String method, String status) {
        return metrics.value(
                "tidings_http_request_duration_seconds_count", "route", route, "method", method, "status", status);
    }

    @Test
    void stagesAndDeliveries_areCounted() {
        edge.call("PUT", "/v1/users/alice", "{\"email\":\"alice@example.com\"}");
        Reply sent = edge.call(
                "POST",
                "/v1/notifications",
                "{\"to\":{\"user\":\"alice\"},\"title\":\"Hello\",\"channels\":[\"in_app\",\"email\",\"sms\"]}");
        assertThat(sent.status()).isEqualTo(202);
        edge.drain();
        PrometheusText metrics = scrape();

        assertThat(metrics.value("tidings_stage_records_total", "stage", "route"))
                .isEqualTo(1);
        assertThat(metrics.value("tidings_stage_records_total", "stage", "email"))
                .isEqualTo(1);
        assertThat(metrics.value("tidings_stage_batch_duration_seconds_count", "stage", "route"))
                .isEqualTo(1);
        assertThat(metrics.value("tidings_stage_failures_total", "stage", "route"))
                .isZero();
        assertThat(deliveries(metrics, "in_app", "sent")).isEqualTo(1);
        assertThat(deliveries(metrics, "email", "sent")).isEqualTo(1);
        assertThat(deliveries(metrics, "sms", "suppressed")).isEqualTo(1);
        assertThat(metrics.value(
                        "tidings_provider_call_duration_seconds_count", "kind", "capture", "outcome", "accepted"))
                .isEqualTo(1);
        assertThat(metrics.value("tidings_provider_circuit_breakers", "kind", "capture", "state", "closed"))
                .isEqualTo(1);
        assertThat(metrics.value("tidings_provider_circuit_breakers", "kind", "capture", "state", "open"))
                .isZero();
    }

    private static double deliveries(PrometheusText metrics, String channel, String outcome) {
        return metrics.value("tidings_deliveries_total", "channel", channel, "outcome", outcome);
    }

    @Test
    void deadLetters_areCounted() {
        edge.call("PUT", "/v1/users/alice", "{\"email\":\"alice@example.com\"}");
        edge.call("PUT", "/v1/captured/script", "{\"rules\":[{\"channel\":\"email\",\"outcome\":\"refuse\"}]}");
        edge.call(
                "POST",
                "/v1/notifications",
                "{\"to\":{\"user\":\"alice\"},\"title\":\"Hello\",\"channels\":[\"email\"]}");
        edge.drain();
        PrometheusText metrics = scrape();

        assertThat(metrics.value("tidings_dead_letters_total", "channel", "email"))
                .isEqualTo(1);
        assertThat(deliveries(metrics, "email", "failed")).isEqualTo(1);
        assertThat(metrics.value(
                        "tidings_provider_call_duration_seconds_count", "kind", "capture", "outcome", "rejected"))
                .isEqualTo(1);
    }

    @Test
    void storesAndProcess_areMeasured() {
        PrometheusText metrics = scrape();

        for (String store : List.of("log", "tables")) {
            assertThat(metrics.value("tidings_store_memtable_bytes", "store", store))
                    .isPositive();
        }
        assertThat(metrics.value("tidings_disk_free_bytes")).isPositive();
        assertThat(metrics.value("tidings_disk_size_bytes")).isGreaterThan(metrics.value("tidings_disk_free_bytes"));
        assertThat(metrics.value("jvm_memory_used_bytes", "area", "heap")).isPositive();
        assertThat(metrics.value("jvm_threads_current")).isPositive();
        assertThat(metrics.families()).containsKeys("jvm_gc_collection_seconds", "tidings_log_backlog_records");
    }

    @Test
    void badText_isNotAccepted() {
        for (String bad : List.of(
                "a 1\n",
                "# HELP a text\n# TYPE a gauge\na 1\na 2\n",
                "# HELP a text\n# TYPE a gauge\nb 1\n",
                "# HELP a text\n# TYPE a counter\na 1\n",
                "# HELP a text\n# TYPE a gauge\na{b=\"c} 1\n",
                "# HELP a text\n# TYPE a gauge\na 1",
                "# TYPE a gauge\na 1\n",
                "# HELP a text\n# TYPE a histogram\na_bucket{le=\"1.0\"} 2\na_bucket{le=\"+Inf\"} 1\na_count 1\n")) {
            assertThatThrownBy(() -> PrometheusText.parse(bad)).as(bad).isInstanceOf(AssertionError.class);
        }
        assertThat(Optional.of(PrometheusText.parse("# HELP a text\n# TYPE a gauge\na{b=\"c\"} 1.0\n")
                        .value("a", "b", "c")))
                .contains(1.0);
    }
}
