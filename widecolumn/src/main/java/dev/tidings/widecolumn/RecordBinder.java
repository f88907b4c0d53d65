package dev.tidings.widecolumn;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Converts the records of a table to arrays of column values and back, for writes and selects. The array is indexed by the position of the
 * column in the table; null means absent. An absent collection reads as an empty one, as engines can't distinguish the two.
 */
final class RecordBinder<R extends Record> {
    private final MethodHandle constructor;
    private final MethodHandle[] accessors;
    /** Column position by record component. */
    private final int[] columnOf;

    /** Whether components and columns have the same order, as they mostly do: then no reordering is needed. */
    private final boolean sameOrder;

    private final int columns;
    private final int[] maps;
    private final int[] sets;

    private RecordBinder(
            MethodHandle constructor, MethodHandle[] accessors, int[] columnOf, List<Column<?>> tableColumns) {
        this.constructor = constructor;
        this.accessors = accessors;
        this.columnOf = columnOf;
        this.sameOrder =
                Arrays.equals(columnOf, IntStream.range(0, columnOf.length).toArray());
        this.columns = tableColumns.size();
        this.maps = positions(tableColumns, ColumnType.TEXT_MAP);
        this.sets = positions(tableColumns, ColumnType.TEXT_SET);
    }

    static <R extends Record> RecordBinder<R> of(Class<R> type, Declaration table) {
        List<Column<?>> tableColumns = table.columns();
        Map<String, Integer> byName = new HashMap<>();
        for (int i = 0; i < tableColumns.size(); i++) {
            byName.put(tableColumns.get(i).name(), i);
        }
        RecordComponent[] components = type.getRecordComponents();
        int[] columnOf = new int[components.length];
        Class<?>[] types = new Class<?>[components.length];
        MethodHandle[] accessors = new MethodHandle[components.length];
        for (int i = 0; i < components.length; i++) {
            RecordComponent component = components[i];
            Integer position = byName.remove(snake(component.getName()));
            if (position == null) {
                throw new SchemaException("record " + type.getSimpleName() + " has " + component.getName()
                        + ", but table " + table.name() + " has no column " + snake(component.getName()));
            }
            checkType(type, table, component, tableColumns.get(position));
            columnOf[i] = position;
            types[i] = component.getType();
            accessors[i] = accessor(type, component);
        }
        if (!byName.isEmpty()) {
            throw new SchemaException("table " + table.name() + " has " + byName.keySet() + ", but record "
                    + type.getSimpleName() + " has no component for it");
        }
        return new RecordBinder<>(constructor(type, types), accessors, columnOf, tableColumns);
    }

    Object[] values(R row) {
        Object[] values = new Object[columns];
        try {
            for (int i = 0; i < columnOf.length; i++) {
                values[columnOf[i]] = (Object) accessors[i].invokeExact((Record) row);
            }
        } catch (Throwable e) {
            throw new IllegalStateException("record accessor failed for " + row.getClass(), e);
        }
        return values;
    }

    @SuppressWarnings("unchecked")
    R row(Object[] values) {
        for (int position : maps) {
            Object map = values[position];
            values[position] = map == null ? Map.of() : Collections.unmodifiableMap((Map<?, ?>) map);
        }
        for (int position : sets) {
            Object set = values[position];
            values[position] = set == null ? Set.of() : Collections.unmodifiableSet((Set<?>) set);
        }
        try {
            return (R) (Record) constructor.invokeExact(sameOrder ? values : inComponentOrder(values));
        } catch (Throwable e) {
            throw new IllegalStateException("can't create a row from " + Arrays.toString(values), e);
        }
    }

    private Object[] inComponentOrder(Object[] values) {
        Object[] arguments = new Object[columnOf.length];
        for (int i = 0; i < columnOf.length; i++) {
            arguments[i] = values[columnOf[i]];
        }
        return arguments;
    }

    private static void checkType(Class<?> type, Declaration table, RecordComponent component, Column<?> column) {
        Class<?> given = component.getType();
        Class<?> boxed = MethodType.methodType(given).wrap().returnType();
        if (boxed != column.type().javaType()) {
            throw new SchemaException("record " + type.getSimpleName() + ": " + component.getName() + " is a "
                    + given.getSimpleName() + ", but column " + column + " of " + table.name() + " needs "
                    + column.type().javaType().getSimpleName());
        }
        if (given.isPrimitive() && !table.key().contains(column)) {
            throw new SchemaException("record " + type.getSimpleName() + ": " + component.getName() + " is a primitive "
                    + given + ", but a column outside the key can be absent: use " + boxed.getSimpleName());
        }
    }

    private static MethodHandle accessor(Class<?> type, RecordComponent component) {
        try {
            component.getAccessor().setAccessible(true);
            return MethodHandles.lookup()
                    .unreflect(component.getAccessor())
                    .asType(MethodType.methodType(Object.class, Record.class));
        } catch (IllegalAccessException e) {
            throw new SchemaException("record " + type.getName() + " can't be read: " + e.getMessage());
        }
    }

    private static MethodHandle constructor(Class<?> type, Class<?>[] types) {
        try {
            var canonical = type.getDeclaredConstructor(types);
            canonical.setAccessible(true);
            return MethodHandles.lookup()
                    .unreflectConstructor(canonical)
                    .asSpreader(Object[].class, types.length)
                    .asType(MethodType.methodType(Record.class, Object[].class));
        } catch (ReflectiveOperationException e) {
            throw new SchemaException("record " + type.getName() + " can't be created: " + e.getMessage());
        }
    }

    private static int[] positions(List<Column<?>> columns, ColumnType type) {
        int[] found = new int[columns.size()];
        int count = 0;
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).type() == type) {
                found[count++] = i;
            }
        }
        return Arrays.copyOf(found, count);
    }

    private static String snake(String camel) {
        return camel.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
    }
}
