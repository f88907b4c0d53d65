package dev.tidings.widecolumn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests of the binding of records to columns. */
class RecordBinderTest {
    private static final Column<String> USER_ID = Column.text("user_id", "whose");
    private static final Column<Integer> SLOT = Column.integer("slot", "which of the user's");
    private static final Column<Long> READ_COUNT = Column.bigint("read_count", "how often it was read");
    private static final Column<Map<String, String>> LABELS = Column.textMap("labels", "free labels");
    private static final Column<Set<String>> TAGS = Column.textSet("tags", "free tags");

    private static final Declaration TABLE = Table.named("notes")
            .comment("What a user noted")
            .partition(USER_ID)
            .clustering(SLOT.asc())
            .columns(READ_COUNT, LABELS, TAGS)
            .declaration();

    record Note(Set<String> tags, String userId, int slot, Long readCount, Map<String, String> labels) {}

    record WithoutCount(String userId, int slot, Map<String, String> labels, Set<String> tags) {}

    record WithExtra(
            String userId, int slot, Long readCount, Map<String, String> labels, Set<String> tags, String colour) {}

    record WrongType(String userId, int slot, Integer readCount, Map<String, String> labels, Set<String> tags) {}

    record PrimitiveCount(String userId, int slot, long readCount, Map<String, String> labels, Set<String> tags) {}

    private static void refuses(Class<? extends Record> type, String... parts) {
        assertThatThrownBy(() -> RecordBinder.of(type, TABLE))
                .isInstanceOf(SchemaException.class)
                .hasMessageContainingAll(parts);
    }

    @Test
    void binds_components_by_name_whatever_their_order() {
        RecordBinder<Note> binder = RecordBinder.of(Note.class, TABLE);
        Note note = new Note(Set.of("t"), "u", 3, 7L, Map.of("k", "v"));

        Object[] values = binder.values(note);

        assertThat(values).containsExactly("u", 3, 7L, Map.of("k", "v"), Set.of("t"));
        assertThat(binder.row(values)).isEqualTo(note);
    }

    @Test
    void absent_collections_read_as_empty_and_absent_values_as_null() {
        RecordBinder<Note> binder = RecordBinder.of(Note.class, TABLE);

        assertThat(binder.row(new Object[] {"u", 3, null, null, null}))
                .isEqualTo(new Note(Set.of(), "u", 3, null, Map.of()));
    }

    @Test
    void refuses_a_record_that_lacks_a_column() {
        refuses(WithoutCount.class, "table notes has [read_count]", "record WithoutCount has no component");
    }

    @Test
    void refuses_a_record_with_a_component_the_table_lacks() {
        refuses(WithExtra.class, "record WithExtra has colour", "table notes has no column colour");
    }

    @Test
    void refuses_a_component_of_the_wrong_type() {
        refuses(WrongType.class, "readCount is a Integer", "column read_count bigint of notes needs Long");
    }

    @Test
    void refuses_a_primitive_for_a_column_that_may_be_absent() {
        refuses(PrimitiveCount.class, "readCount is a primitive long", "can be absent: use Long");
    }
}
