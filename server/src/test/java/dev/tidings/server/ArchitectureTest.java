package dev.tidings.server;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.tidings.server.hot.MemoryHotState;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Fences between the packages of the server: one ordered list of layers, and one owner for each library. */
class ArchitectureTest {
    private static final String BASE = "dev.tidings.server";

    /**
     * The packages in order. A layer names every package it knows, and all of them stand before it. The root package assembles the
     * service and knows all of them; the commands know the root package.
     */
    private static final List<Layer> LAYERS = List.of(
            layer("validation"),
            layer("config", "validation"),
            layer("secret", "config"),
            layer("metrics"),
            layer("ids"),
            layer("limits"),
            layer("hot"),
            layer("feed"),
            layer("storage", "config", "metrics", "ids", "hot", "feed"),
            layer("backup", "config", "storage"),
            layer("erasure"),
            layer("types"),
            layer("users", "config", "secret", "storage", "erasure", "types"),
            layer("auth", "validation", "config", "secret", "erasure"),
            layer("provider", "secret", "metrics", "limits"),
            layer("pipeline", "ids", "storage"),
            layer("schedule", "pipeline"),
            layer("intake", "validation", "config", "ids", "types", "pipeline", "schedule"),
            layer("recurring", "validation", "types", "schedule", "intake"),
            layer(
                    "route",
                    "config",
                    "ids",
                    "hot",
                    "feed",
                    "storage",
                    "erasure",
                    "types",
                    "users",
                    "auth",
                    "provider",
                    "pipeline",
                    "schedule",
                    "intake"),
            layer("inbox", "ids", "hot", "feed", "storage", "erasure", "pipeline"),
            layer(
                    "delivery",
                    "config",
                    "ids",
                    "storage",
                    "erasure",
                    "types",
                    "users",
                    "provider",
                    "pipeline",
                    "schedule"),
            layer(
                    "webhook",
                    "validation",
                    "config",
                    "secret",
                    "ids",
                    "storage",
                    "erasure",
                    "pipeline",
                    "schedule",
                    "inbox",
                    "delivery"),
            layer("live", "config", "limits", "feed", "inbox"),
            layer("explain", "ids", "types", "schedule", "route", "inbox"),
            layer(
                    "removal",
                    "config",
                    "ids",
                    "storage",
                    "erasure",
                    "users",
                    "pipeline",
                    "schedule",
                    "recurring",
                    "webhook"),
            layer(
                    "service",
                    "config",
                    "secret",
                    "metrics",
                    "ids",
                    "storage",
                    "backup",
                    "users",
                    "auth",
                    "provider",
                    "pipeline",
                    "schedule",
                    "intake",
                    "recurring",
                    "route",
                    "inbox",
                    "delivery",
                    "webhook",
                    "explain",
                    "removal"),
            layer(
                    "http",
                    "validation",
                    "config",
                    "metrics",
                    "limits",
                    "feed",
                    "storage",
                    "backup",
                    "erasure",
                    "types",
                    "users",
                    "auth",
                    "provider",
                    "schedule",
                    "intake",
                    "recurring",
                    "route",
                    "inbox",
                    "delivery",
                    "webhook",
                    "live",
                    "explain",
                    "removal",
                    "service"),
            layer("cli", "validation", "config", "storage", "backup"));

    private static final JavaClasses SERVER = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(BASE);

    /** A package of the server and the packages it may know. */
    private record Layer(String name, List<String> known) {}

    private static Layer layer(String name, String... known) {
        return new Layer(name, List.of(known));
    }

    @Test
    void layers_knowOnlyEarlierOnes() {
        Set<String> earlier = new TreeSet<>();
        for (Layer layer : LAYERS) {
            assertThat(earlier).as("layers before %s", layer.name()).containsAll(layer.known());
            earlier.add(layer.name());
        }
    }

    @Test
    void layers_areExactlyThosePackagesKnow() {
        assertThat(actual()).isEqualTo(declared(LAYERS));
    }

    @Test
    void anyOtherPair_fails() {
        for (Layer layer : LAYERS) {
            for (String dropped : layer.known()) {
                List<Layer> narrower = LAYERS.stream()
                        .map(one -> one.equals(layer) ? without(one, dropped) : one)
                        .toList();
                assertThatThrownBy(() -> assertThat(actual()).isEqualTo(declared(narrower)))
                        .as("%s without %s", layer.name(), dropped)
                        .isInstanceOf(AssertionError.class);
            }
        }
    }

    @Test
    void http_isTheOnlyOwnerOfVertxAndNetty() {
        only("http", "io.vertx..", "io.netty..");
    }

    @Test
    void engines_areKnownToStorageOnly() {
        only("storage", "org.rocksdb..", "org.jooq..", "java.sql..", "javax.sql..", "com.zaxxer..", "org.sqlite..");
        only("storage", "dev.tidings.log..", "dev.tidings.metadata..");
    }

    @Test
    void memoryHotState_isKnownToStorageOnly() {
        noClasses()
                .that()
                .resideInAnyPackage(BASE + ".*..")
                .and()
                .resideOutsideOfPackages(BASE + ".hot..", BASE + ".storage..")
                .should()
                .dependOnClassesThat()
                .areAssignableTo(MemoryHotState.class)
                .check(SERVER);
    }

    @Test
    void javaClient_isKnownToTheCommandsOnly() {
        only("cli", "dev.tidings.client..");
    }

    @Test
    void constructors_haveAtMostSevenParameters() {
        assertThat(SERVER.stream().filter(type -> !type.isRecord()).filter(ArchitectureTest::isOrdinary))
                .allSatisfy(type -> assertThat(type.getConstructors())
                        .as(type.getName())
                        .allSatisfy(constructor ->
                                assertThat(constructor.getRawParameterTypes()).hasSizeLessThanOrEqualTo(7)));
    }

    /** Whether its constructors have only the parameters in its source. */
    private static boolean isOrdinary(JavaClass type) {
        return !type.isEnum() && !type.isInnerClass();
    }

    @Test
    void fence_canBeSeenToFail() {
        assertThatThrownBy(() -> only("live", "io.vertx..")).isInstanceOf(AssertionError.class);
    }

    private static Layer without(Layer layer, String known) {
        return new Layer(
                layer.name(),
                layer.known().stream().filter(one -> !one.equals(known)).toList());
    }

    private static Map<String, Set<String>> declared(List<Layer> layers) {
        Map<String, Set<String>> pairs = new LinkedHashMap<>();
        layers.forEach(layer -> pairs.put(layer.name(), new TreeSet<>(layer.known())));
        return pairs;
    }

    private static Map<String, Set<String>> actual() {
        Map<String, Set<String>> pairs = new LinkedHashMap<>();
        for (JavaClass type : SERVER) {
            String from = packageOf(type);
            if (from.isEmpty()) {
                continue;
            }
            Set<String> known = pairs.computeIfAbsent(from, any -> new TreeSet<>());
            type.getDirectDependenciesFromSelf().stream()
                    .map(dependency -> dependency.getTargetClass().getBaseComponentType())
                    .filter(target -> target.getPackageName().startsWith(BASE))
                    .map(ArchitectureTest::packageOf)
                    .filter(to -> !to.equals(from))
                    .filter(to -> !(from.equals("cli") && to.isEmpty()))
                    .forEach(known::add);
        }
        return pairs;
    }

    /** The first package below the base; empty for the base itself. */
    private static String packageOf(JavaClass type) {
        String below = type.getPackageName().substring(BASE.length());
        return below.isEmpty() ? "" : below.substring(1).replaceFirst("\\..*", "");
    }

    /** @param owner a package of the server; empty for the assembly in the root package */
    private static void only(String owner, String... libraries) {
        noClasses()
                .that()
                .resideOutsideOfPackage(owner.isEmpty() ? BASE : BASE + "." + owner + "..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(libraries)
                .check(SERVER);
    }
}
