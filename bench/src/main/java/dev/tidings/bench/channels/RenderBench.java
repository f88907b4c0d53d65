package dev.tidings.bench.channels;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.samskivert.mustache.Mustache;
import dev.tidings.bench.Comparison;
import dev.tidings.bench.ComparisonResult;
import dev.tidings.bench.Report;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.Content;
import dev.tidings.core.model.Template;
import dev.tidings.server.service.Service;
import dev.tidings.templates.TemplateSet;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Measures the rendering of an email with subject, text and HTML, against bare Mustache with the same templates and JSON. */
final class RenderBench {
    private static final ComparisonResult.BenchCase RENDERED =
            new ComparisonResult.BenchCase("channels", "channels.rendered", "mails/s", "bare mustache", 0);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final TypeReference<Map<String, Object>> MAP = new TypeReference<>() {};

    private static final Map<String, String> PARTS = Map.of(
            "subject", "Order {{order}} is on its way",
            "text",
                    "Hello {{name}},\n"
                            + "your order {{order}} with{{#items}} {{count}} x {{what}},{{/items}} is on its way.\n",
            "html",
                    "<h1>Hello {{name}}</h1><ul>{{#items}}<li>{{count}} &times;"
                            + " {{what}}</li>{{/items}}</ul><p>{{order}}</p>");

    private RenderBench() {}

    static void run(Report report, Service service, boolean quick) throws Exception {
        int count = quick ? 100_000 : 500_000;
        TemplateSet ours = ours(service);
        List<com.samskivert.mustache.Template> theirs = theirs();
        ours(ours, count);
        theirs(theirs, count);
        Comparison comparison = new Comparison();
        for (int round = 0; round < (quick ? 3 : 7); round++) {
            comparison.round(() -> ours(ours, count), () -> theirs(theirs, count));
        }
        report.add(comparison.result(RENDERED));
    }

    private static TemplateSet ours(Service service) {
        Template template = new Template(
                "default",
                Channel.EMAIL,
                Template.ANY_LOCALE,
                0,
                Template.State.ACTIVE,
                PARTS,
                Set.of("name", "order", "items"),
                Instant.EPOCH);
        Template stored =
                service.users().templates().put("render", template, "bench").join();
        return service.users().templates().at("render", "default", stored.revision());
    }

    private static List<com.samskivert.mustache.Template> theirs() {
        Mustache.Compiler plain = Mustache.compiler().escapeHTML(false);
        return List.of(
                plain.compile(PARTS.get("subject")),
                plain.compile(PARTS.get("text")),
                Mustache.compiler().compile(PARTS.get("html")));
    }

    private static String data(int n) {
        return "{\"name\":\"Ann & Bob\",\"order\":\"" + n + "\",\"items\":[{\"count\":2,\"what\":\"cups <blue>\"},"
                + "{\"count\":1,\"what\":\"saucer\"}]}";
    }

    private static double ours(TemplateSet set, int count) {
        long length = 0;
        for (int n = 0; n < count; n++) {
            length += set.outbound(Channel.EMAIL, null, new Content(null, null, data(n), null))
                    .orElseThrow()
                    .hashCode();
        }
        return length == 42 ? 0 : count;
    }

    private static double theirs(List<com.samskivert.mustache.Template> templates, int count) throws IOException {
        long length = 0;
        for (int n = 0; n < count; n++) {
            Map<String, Object> data = JSON.readValue(data(n), MAP);
            List<String> parts = new ArrayList<>(templates.size());
            for (com.samskivert.mustache.Template template : templates) {
                parts.add(template.execute(data));
            }
            length += parts.hashCode();
        }
        return length == 42 ? 0 : count;
    }
}
