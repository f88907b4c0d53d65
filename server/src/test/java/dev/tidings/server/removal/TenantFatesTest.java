package dev.tidings.server.removal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.tables.TidingsSchema;
import dev.tidings.widecolumn.Table;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests that the deletion of a tenant covers every table. */
class TenantFatesTest {
    /** A new table belongs here only if its rows, keys included, say nothing about a tenant. */
    private static final Set<String> WITHOUT_TENANTS =
            Set.of("schedule_cursors", "schedule_owners", "quarantined_hours");

    @Test
    void everyTable_isSweptOrHasNoTenants() {
        assertThat(TidingsSchema.SCHEMA.tables())
                .allSatisfy(table -> assertThat(TenantFates.tables().contains(table))
                        .as(table.name())
                        .isNotEqualTo(WITHOUT_TENANTS.contains(table.name())));
        assertThat(TenantFates.tables()).extracting(Table::name).doesNotHaveDuplicates();
    }
}
