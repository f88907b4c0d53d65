package dev.tidings.testkit.metadata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import dev.tidings.core.metadata.AuditEntry;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.Template;
import dev.tidings.core.model.Template.State;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Contract of templates: every change is a new revision, and old revisions stay readable. */
abstract class TemplateContract extends MetadataTheme {
    TemplateContract(MetadataStoreContract contract) {
        super(contract);
    }

    private static Template template(String type, Channel channel, String locale, String text) {
        return new Template(type, channel, locale, 0, State.ACTIVE, Map.of("text", text), Set.of("name", "day"), T2);
    }

    private Template put(String type, String locale, String text) {
        return metadata.templates().put(tenant, template(type, Channel.SMS, locale, text), T1, ACTOR);
    }

    private Optional<Template> set(String locale, State state) {
        return metadata.templates().set(tenant, "t", Channel.SMS, locale, state, T2, ACTOR);
    }

    @Test
    void areReturnedAsTheyWerePut() {
        Map<String, String> parts = Map.of("subject", "{{name}} \"ö\" 😀", "text", "a\nb\r\n\\", "html", "<b>'</b>");
        Template given = new Template("t", Channel.EMAIL, "pt-BR", 7, State.INACTIVE, parts, Set.of("b", "a-1"), T2);
        Template stored = metadata.templates().put(tenant, given, T1, ACTOR);
        assertThat(stored).isEqualTo(given.stored(stored.revision(), State.INACTIVE, T1));
        assertThat(metadata.templates().newest(tenant)).containsExactly(stored);
        assertThat(metadata.templates().at(tenant, "t", stored.revision())).containsExactly(stored);
    }

    @Test
    void put_addsARevisionAndKeepsTheOldOne() {
        Template first = put("t", "en", "one");
        Template second = put("t", "en", "two");
        assertThat(second.revision()).isGreaterThan(first.revision()).isPositive();
        assertThat(metadata.templates().newest(tenant)).containsExactly(second);
        assertThat(metadata.templates().at(tenant, "t", first.revision())).containsExactly(first);
        assertThat(metadata.templates().at(tenant, "t", second.revision())).containsExactly(second);
        assertThat(metadata.templates().at(tenant, "t", Integer.MAX_VALUE)).containsExactly(second);
        assertThat(metadata.templates().at(tenant, "t", first.revision() - 1)).isEmpty();
    }

    @Test
    void aRevisionIsThatOfAllTemplatesOfTheType() {
        Template en = put("t", "en", "one");
        Template de = put("t", "de", "eins");
        Template und = metadata.templates().put(tenant, template("t", Channel.PUSH, "und", "x"), T1, ACTOR);
        put("another", "en", "x");
        Template changed = put("t", "en", "two");
        assertThat(metadata.templates().at(tenant, "t", und.revision())).containsExactly(und, de, en);
        assertThat(metadata.templates().at(tenant, "t", de.revision())).containsExactly(de, en);
        assertThat(metadata.templates().at(tenant, "t", changed.revision())).containsExactly(und, de, changed);
        assertThat(metadata.templates().newest(tenant))
                .extracting(Template::type, Template::channel, Template::locale)
                .containsExactly(
                        tuple("another", Channel.SMS, "en"),
                        tuple("t", Channel.PUSH, "und"),
                        tuple("t", Channel.SMS, "de"),
                        tuple("t", Channel.SMS, "en"));
    }

    @Test
    void activatingAndDeleting_areRevisions() {
        Template put = put("t", "en", "one");
        Template off = set("en", State.INACTIVE).orElseThrow();
        assertThat(off).isEqualTo(put.stored(off.revision(), State.INACTIVE, T2));
        assertThat(off.revision()).isGreaterThan(put.revision());
        Template on = set("en", State.ACTIVE).orElseThrow();
        Template gone = set("en", State.DELETED).orElseThrow();
        assertThat(metadata.templates().newest(tenant)).containsExactly(gone);
        assertThat(metadata.templates().at(tenant, "t", off.revision())).containsExactly(off);
        assertThat(metadata.templates().at(tenant, "t", on.revision())).containsExactly(on);
    }

    @Test
    void unchangedState_isNoRevision() {
        Template put = put("t", "en", "one");
        assertThat(set("en", State.ACTIVE)).contains(put);
        assertThat(metadata.templates().newest(tenant)).containsExactly(put);
    }

    @Test
    void missingTemplate_cantBeActivated() {
        assertThat(set("en", State.ACTIVE)).isEmpty();
        put("t", "en", "one");
        assertThat(set("de", State.ACTIVE)).isEmpty();
        set("en", State.DELETED);
        assertThat(set("en", State.DELETED)).isEmpty();
        assertThat(set("en", State.ACTIVE)).isEmpty();
        assertThat(put("t", "en", "again").active()).isTrue();
    }

    @Test
    void versionsAreListedNewestFirstInParts() {
        Template first = put("t", "en", "one");
        put("t", "de", "eins");
        Template second = put("t", "en", "two");
        Template third = set("en", State.DELETED).orElseThrow();
        var part = metadata.templates().versions(tenant, "t", Channel.SMS, "en", Optional.empty(), 2);
        assertThat(part.items()).containsExactly(third, second);
        var rest = metadata.templates().versions(tenant, "t", Channel.SMS, "en", part.next(), 2);
        assertThat(rest.items()).containsExactly(first);
        assertThat(rest.next()).isEmpty();
        assertThat(metadata.templates()
                        .versions(tenant, "t", Channel.PUSH, "en", Optional.empty(), 2)
                        .items())
                .isEmpty();
    }

    @Test
    void deletedWithTheirTypeAndStillReadable() {
        metadata.types().put(tenant, type("t"), ACTOR);
        Template en = put("t", "en", "one");
        Template de = put("t", "de", "eins");
        Template kept = put("kept", "en", "x");
        assertThat(metadata.types().delete(tenant, "t", ACTOR)).isTrue();
        assertThat(metadata.templates().newest(tenant))
                .filteredOn(template -> template.state() != State.DELETED)
                .containsExactly(kept);
        assertThat(metadata.templates().at(tenant, "t", de.revision())).containsExactly(de, en);
    }

    @Test
    void tenantsNeverMeet() {
        Template mine = put("t", "en", "mine");
        assertThat(metadata.templates().newest(other)).isEmpty();
        assertThat(metadata.templates().at(other, "t", mine.revision())).isEmpty();
        assertThat(metadata.templates().set(other, "t", Channel.SMS, "en", State.DELETED, T2, ACTOR))
                .isEmpty();
        metadata.templates().put(other, template("t", Channel.SMS, "en", "theirs"), T1, ACTOR);
        metadata.templates().set(other, "t", Channel.SMS, "en", State.DELETED, T2, ACTOR);
        assertThat(metadata.templates().newest(tenant)).containsExactly(mine);
        assertThat(metadata.templates().at(tenant, "t", Integer.MAX_VALUE)).containsExactly(mine);
    }

    @Test
    void changesAtTheSameTimeEachGetARevision() throws Exception {
        List<Template> stored = together(8, i -> put("t", "en", "text " + i));
        assertThat(stored).extracting(Template::revision).doesNotHaveDuplicates();
        Template last = stored.stream()
                .max((a, b) -> Integer.compare(a.revision(), b.revision()))
                .orElseThrow();
        assertThat(metadata.templates().newest(tenant)).containsExactly(last);
    }

    @Test
    void everyChangeIsInTheAuditLog() {
        put("t", "en", "one");
        set("en", State.INACTIVE);
        set("en", State.INACTIVE);
        set("en", State.ACTIVE);
        set("en", State.DELETED);
        set("en", State.DELETED);
        assertThat(audit(tenant))
                .filteredOn(entry -> entry.subject().equals("t/sms/en"))
                .extracting(AuditEntry::action)
                .containsExactly("template.delete", "template.activate", "template.deactivate", "template.put");
    }
}
