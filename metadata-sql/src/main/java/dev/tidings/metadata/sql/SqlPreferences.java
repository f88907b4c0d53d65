package dev.tidings.metadata.sql;

import dev.tidings.core.metadata.MetadataStore;
import dev.tidings.core.metadata.PreferencePatch;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.Preferences;
import java.time.Instant;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jooq.DSLContext;

/**
 * The repository of users' preferences in SQL. Applies a patch in one transaction and returns the preferences after it, with their new
 * version.
 */
final class SqlPreferences implements MetadataStore.PreferenceStore {
    private final Database database;
    private final SqlAudit audit;

    SqlPreferences(Database database, SqlAudit audit) {
        this.database = database;
        this.audit = audit;
    }

    @Override
    public Preferences find(String tenant, String user) {
        return database.read("preferences.find", sql -> one(sql, tenant, user));
    }

    @Override
    public Map<String, Preferences> find(String tenant, Collection<String> users) {
        Map<String, Preferences> found = new HashMap<>();
        for (List<String> chunk : Chunks.of(users)) {
            found.putAll(database.read("preferences.find", sql -> PreferenceRows.find(sql, tenant, chunk)));
        }
        return found;
    }

    @Override
    public Preferences change(String tenant, String user, PreferencePatch patch, Instant at, String actor) {
        return database.write("preferences.change", sql -> {
            StorableTexts.key("tenant", tenant);
            StorableTexts.key("user", user);
            // First, because it locks the user's preferences.
            PreferenceRows.nextVersion(sql, tenant, user);
            if (!patch.channels().isEmpty()) {
                Map<Channel, Boolean> channels = new EnumMap<>(Channel.class);
                channels.putAll(one(sql, tenant, user).channels());
                patch.channels()
                        .forEach((channel, choice) -> choice.ifPresentOrElse(
                                yes -> channels.put(channel, yes), () -> channels.remove(channel)));
                PreferenceRows.channels(sql, tenant, user, channels);
            }
            patch.quietHours().ifPresent(hours -> PreferenceRows.quietHours(sql, tenant, user, hours));
            apply(sql, new PreferenceRows.ChoiceKey(tenant, user, PreferenceRows.CATEGORY), patch.categories());
            apply(sql, new PreferenceRows.ChoiceKey(tenant, user, PreferenceRows.TYPE), patch.types());
            Preferences changed = one(sql, tenant, user);
            audit.add(sql, tenant, at, actor, "preferences.change", user);
            return changed;
        });
    }

    private static void apply(
            DSLContext sql, PreferenceRows.ChoiceKey owner, Map<String, Map<Channel, Optional<Boolean>>> choices) {
        choices.forEach((name, ofName) -> ofName.forEach((channel, choice) ->
                PreferenceRows.setChoice(sql, owner, StorableTexts.key(owner.kind(), name), channel, choice)));
    }

    private static Preferences one(DSLContext sql, String tenant, String user) {
        return PreferenceRows.find(sql, tenant, List.of(user)).getOrDefault(user, Preferences.NONE);
    }
}
