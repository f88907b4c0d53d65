package dev.tidings.metadata.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import org.jooq.Table;
import org.junit.jupiter.api.Test;

/** Tests that the deletion of a tenant covers every table. */
class TenantRowsTest {
    private static final Set<String> WITHOUT_TENANTS = Set.of("schema_versions");

    @Test
    void everyTable_isCovered() throws ReflectiveOperationException {
        Set<String> covered =
                TenantRows.all().map(table -> table.table().getName()).collect(Collectors.toSet());
        for (Class<?> declared : SqlTables.class.getDeclaredClasses()) {
            Field constant = declared.getDeclaredField("TABLE");
            String name = ((Table<?>) constant.get(null)).getName();
            assertThat(covered.contains(name)).as(name).isNotEqualTo(WITHOUT_TENANTS.contains(name));
            assertThat(Arrays.stream(declared.getDeclaredFields())
                            .anyMatch(field -> field.getName().equals("TENANT")))
                    .as("%s has rows of tenants", name)
                    .isEqualTo(!WITHOUT_TENANTS.contains(name) && !name.equals("tenants"));
        }
    }
}
