package dev.tidings.metadata.sql;

import static dev.tidings.metadata.sql.SqlTables.NotificationTemplates.CHANNEL;
import static dev.tidings.metadata.sql.SqlTables.NotificationTemplates.LOCALE;
import static dev.tidings.metadata.sql.SqlTables.NotificationTemplates.REVISION;
import static dev.tidings.metadata.sql.SqlTables.NotificationTemplates.TABLE;
import static dev.tidings.metadata.sql.SqlTables.NotificationTemplates.TENANT;
import static dev.tidings.metadata.sql.SqlTables.NotificationTemplates.TYPE;
import static org.jooq.impl.DSL.max;

import dev.tidings.core.metadata.MetadataStore;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.ResultPage;
import dev.tidings.core.model.Template;
import dev.tidings.core.model.Template.State;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.impl.DSL;

/**
 * The repository of templates in SQL, which only adds revisions. Revisions are unique within a tenant, so the highest revision of each
 * type, channel and locale identifies its row.
 */
final class SqlTemplates implements MetadataStore.Templates {
    private final Database database;
    private final SqlAudit audit;

    SqlTemplates(Database database, SqlAudit audit) {
        this.database = database;
        this.audit = audit;
    }

    @Override
    public Template put(String tenant, Template template, Instant at, String actor) {
        return database.write("templates.put", sql -> {
            Template stored = add(sql, tenant, template, template.state(), at);
            audit.add(sql, tenant, at, actor, "template.put", subject(template));
            return stored;
        });
    }

    @Override
    public Optional<Template> set(
            String tenant, String type, Channel channel, String locale, State state, Instant at, String actor) {
        return database.write("templates.set", sql -> {
            // The counter first: it locks the tenant's templates for this transaction.
            TenantSequences.TEMPLATES.lock(sql, StorableTexts.key("tenant", tenant));
            Optional<Template> before =
                    newest(sql, is(tenant, type, channel, locale)).stream().findFirst();
            if (before.isEmpty() || before.get().state() == State.DELETED) {
                return Optional.<Template>empty();
            }
            if (before.get().state() == state) {
                return before;
            }
            Template stored = add(sql, tenant, before.get(), state, at);
            audit.add(sql, tenant, at, actor, "template." + action(state), subject(stored));
            return Optional.of(stored);
        });
    }

    /** Part of the transaction that deletes the type, whose audit entry covers it. */
    void deleteAll(DSLContext sql, String tenant, String type, Instant at) {
        TenantSequences.TEMPLATES.lock(sql, tenant);
        for (Template template : newest(sql, TENANT.eq(tenant).and(TYPE.eq(type)))) {
            if (template.state() != State.DELETED) {
                add(sql, tenant, template, State.DELETED, at);
            }
        }
    }

    private static Template add(DSLContext sql, String tenant, Template template, State state, Instant at) {
        int revision = Math.toIntExact(TenantSequences.TEMPLATES.next(sql, StorableTexts.key("tenant", tenant)));
        Template stored = template.stored(revision, state, ColumnValues.time(at.toEpochMilli()));
        sql.insertInto(TABLE).set(TemplateRows.of(tenant, stored)).execute();
        return stored;
    }

    @Override
    public List<Template> newest(String tenant) {
        return database.read("templates.newest", sql -> newest(sql, TENANT.eq(tenant)));
    }

    @Override
    public List<Template> at(String tenant, String type, int revision) {
        return database.read(
                "templates.at",
                sql -> newest(sql, TENANT.eq(tenant).and(TYPE.eq(type)).and(REVISION.le(revision))));
    }

    private static List<Template> newest(DSLContext sql, Condition condition) {
        return sql.select(DSL.asterisk())
                .from(TABLE)
                .where(
                        condition,
                        REVISION.in(sql.select(max(REVISION))
                                .from(TABLE)
                                .where(condition)
                                .groupBy(TYPE, CHANNEL, LOCALE)))
                .orderBy(TYPE, CHANNEL, LOCALE)
                .fetch(TemplateRows::read);
    }

    @Override
    public ResultPage<Template> versions(
            String tenant, String type, Channel channel, String locale, Optional<String> before, int limit) {
        return database.read("templates.versions", sql -> {
            var rows = sql.select(DSL.asterisk())
                    .from(TABLE)
                    .where(
                            is(tenant, type, channel, locale),
                            before.map(SqlTemplates::below).orElseGet(DSL::noCondition))
                    .orderBy(REVISION.desc())
                    .limit(KeysetPages.rows(limit))
                    .fetch();
            return KeysetPages.of(rows, limit, TemplateRows::read, template -> Integer.toString(template.revision()));
        });
    }

    private static Condition below(String revision) {
        try {
            return REVISION.lt(Integer.parseInt(revision));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("before is '" + revision + "'; expected a revision", e);
        }
    }

    private static Condition is(String tenant, String type, Channel channel, String locale) {
        return TENANT.eq(tenant)
                .and(TYPE.eq(type))
                .and(CHANNEL.eq(channel.wire()))
                .and(LOCALE.eq(locale));
    }

    private static String action(State state) {
        return switch (state) {
            case ACTIVE -> "activate";
            case INACTIVE -> "deactivate";
            case DELETED -> "delete";
        };
    }

    private static String subject(Template template) {
        return template.type() + "/" + template.channel().wire() + "/" + template.locale();
    }
}
