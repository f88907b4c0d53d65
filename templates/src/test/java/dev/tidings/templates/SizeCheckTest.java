package dev.tidings.templates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidings.core.delivery.SizeViolation;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.Content;
import dev.tidings.core.model.Template;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.statistics.Statistics;
import org.junit.jupiter.api.Test;

class SizeCheckTest {
    private static final Set<Channel> BOTH = Set.of(Channel.PUSH, Channel.SMS);
    private static final Template SMS = TestTemplates.sms("a\"{{a}}b{{title}}", "a");
    private static final Template PUSH = TestTemplates.template(
            Channel.PUSH, "und", Map.of("title", "\"{{a}}{{a}}", "deepLink", "app:{{a}}?{{title}}"), "a");

    @Provide
    Arbitrary<String> texts() {
        return Arbitraries.of("x", "€", "\"", "\n", "\u0001", "漢", "\uD83D\uDE00")
                .flatMap(piece -> Arbitraries.integers().between(1, 800).map(piece::repeat));
    }

    /** The check by lengths may be inconclusive, but never passes content whose rendering is too large. */
    @Property(tries = 500)
    void quickCheck_neverPassesTooLargeContent(@ForAll("texts") String a, @ForAll("texts") String title) {
        ObjectNode data = JsonNodeFactory.instance.objectNode().put("a", a);
        TemplateInput given = new TemplateInput(new Content(title, title, data.toString(), null));
        for (Template template : new Template[] {SMS, PUSH}) {
            CompiledTemplate compiled = new CompiledTemplate(template);
            boolean large = compiled.message(given).flatMap(SizeViolation::of).isPresent();
            boolean quick = compiled.surelyFits(given);
            assertThat(quick && large).isFalse();
            Statistics.label(template.channel().wire()).collect(quick ? "quick" : large ? "too large" : "rendered");
        }
    }

    /** Small content must not be rendered for the check: it is on the path of every request. */
    @Test
    void smallContent_passesTheQuickCheck() {
        TemplateInput given = new TemplateInput(new Content("title", "body", "{\"a\":\"A-17\"}", "app:x"));
        assertThat(new CompiledTemplate(SMS).surelyFits(given)).isTrue();
        assertThat(new CompiledTemplate(PUSH).surelyFits(given)).isTrue();
    }

    @Test
    void section_isMeasuredByRendering() {
        TemplateSet set = TestTemplates.set(TestTemplates.sms("{{#a}}0123456789{{/a}}", "a"));
        String few = "{\"a\":[" + "1,".repeat(152) + "1]}";
        String many = "{\"a\":[" + "1,".repeat(153) + "1]}";
        assertThat(set.tooLarge(BOTH, null, new TemplateInput(TestTemplates.data(few))))
                .isEmpty();
        assertThat(set.tooLarge(BOTH, null, new TemplateInput(TestTemplates.data(many))))
                .extracting(TemplateError::pointer, TemplateError::value)
                .containsExactly(tuple("/data", "11 segments in GSM-7"));
    }

    /** A body that is used only for emails is not what makes a push too large. */
    @Test
    void reportedField_isOneThatIsUsed() {
        TemplateSet set = TestTemplates.set(
                TestTemplates.template(Channel.PUSH, "und", Map.of("title", "x", "body", "{{title}}"), "a"));
        Content given = new Content("t", "x".repeat(9_000), "{\"a\":\"" + "x".repeat(4_000) + "\"}", null);
        assertThat(set.tooLarge(Set.of(Channel.PUSH), "de", new TemplateInput(given)))
                .extracting(TemplateError::pointer)
                .containsExactly("/data");
    }

    /** Stored by a version without this limit: content that does not fit beside it is rejected, other content is sent. */
    @Test
    void storedTooLongTemplate_staysInUse() {
        TemplateSet set = TestTemplates.set(TestTemplates.sms("я".repeat(671)));
        assertThat(set.tooLarge(BOTH, null, new TemplateInput(TestTemplates.data(null))))
                .extracting(TemplateError::pointer)
                .containsExactly("");
    }

    @Test
    void reportedErrors_areLimited() {
        Template[] templates = new Template[26];
        for (int i = 0; i < templates.length; i++) {
            templates[i] = TestTemplates.template(Channel.SMS, "x" + (char) ('a' + i), Map.of("text", "я{{a}}"), "a");
        }
        TemplateInput given = new TemplateInput(TestTemplates.data("{\"a\":\"" + "x".repeat(700) + "\"}"));
        assertThat(TestTemplates.set(templates).tooLarge(BOTH, null, given)).hasSize(20);
    }
}
