package dev.tidings.server.config;

import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * The options declared by a tree of records: records are sections, all other components are settings. The only class of this package
 * that uses reflection.
 *
 * @param settings by path, in the order of declaration
 */
record OptionTree<T extends Record>(Class<T> root, Map<String, ConfigOption> settings) {

    static <T extends Record> OptionTree<T> of(Class<T> root) {
        Map<String, ConfigOption> settings = new LinkedHashMap<>();
        collect(root, "", settings);
        return new OptionTree<>(root, settings);
    }

    private static void collect(Class<?> section, String prefix, Map<String, ConfigOption> settings) {
        for (RecordComponent component : section.getRecordComponents()) {
            String path = prefix + component.getName();
            if (component.getType().isRecord() && !component.isAnnotationPresent(Option.class)) {
                collect(component.getType(), path + ".", settings);
                continue;
            }
            Option option = component.getAnnotation(Option.class);
            if (option == null) {
                throw new IllegalStateException(path + " has no @Option and so no help text");
            }
            settings.put(path, new ConfigOption(path, option, OptionTypes.of(component.getGenericType())));
        }
    }

    boolean isSection(String path) {
        return settings.keySet().stream().anyMatch(setting -> setting.startsWith(path + "."));
    }

    /** The paths of all settings and sections. */
    Set<String> paths() {
        Set<String> paths = new TreeSet<>(settings.keySet());
        for (String path : settings.keySet()) {
            for (int dot = path.indexOf('.'); dot > 0; dot = path.indexOf('.', dot + 1)) {
                paths.add(path.substring(0, dot));
            }
        }
        return paths;
    }

    /** Builds the record tree with the given value for each setting. */
    T build(Function<ConfigOption, Object> values) {
        return root.cast(build(root, "", values));
    }

    private Object build(Class<?> section, String prefix, Function<ConfigOption, Object> values) {
        RecordComponent[] components = section.getRecordComponents();
        Object[] arguments = new Object[components.length];
        for (int i = 0; i < components.length; i++) {
            String path = prefix + components[i].getName();
            ConfigOption setting = settings.get(path);
            arguments[i] = setting == null ? build(components[i].getType(), path + ".", values) : values.apply(setting);
        }
        try {
            Class<?>[] types =
                    Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
            Constructor<?> canonical = section.getDeclaredConstructor(types);
            canonical.setAccessible(true);
            return canonical.newInstance(arguments);
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException(section + " can't be instantiated", impossible);
        }
    }

    /** The value in the record tree at the path of a setting. */
    Object valueOf(T tree, ConfigOption setting) {
        Object value = tree;
        for (String name : setting.path().split("\\.")) {
            try {
                var accessor = value.getClass().getDeclaredMethod(name);
                accessor.setAccessible(true);
                value = accessor.invoke(value);
            } catch (ReflectiveOperationException impossible) {
                throw new IllegalStateException(setting.path() + " can't be read", impossible);
            }
        }
        return value;
    }
}
