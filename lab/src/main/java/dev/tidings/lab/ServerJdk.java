package dev.tidings.lab;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * Finds a JDK of the version that a server needs, independent of the JDK of this JVM. Reads the {@code release} file of each
 * candidate: starting them all would take seconds.
 */
public final class ServerJdk {
    /** The environment variable that names the JDK for the servers; it takes precedence. */
    public static final String VARIABLE = "TIDINGS_LAB_JAVA_HOME";

    private final Map<String, String> environment;
    private final Path running;
    private final List<Path> collections;

    ServerJdk(Map<String, String> environment, Path running, List<Path> collections) {
        this.environment = environment;
        this.running = running;
        this.collections = collections;
    }

    /** Searches this machine. */
    public static ServerJdk onThisMachine() {
        Path home = Path.of(System.getProperty("user.home"));
        return new ServerJdk(
                System.getenv(),
                Path.of(System.getProperty("java.home")),
                List.of(
                        Path.of("/usr/lib/jvm"),
                        Path.of("/usr/java"),
                        Path.of("/opt/java"),
                        Path.of("/Library/Java/JavaVirtualMachines"),
                        home.resolve("Library/Java/JavaVirtualMachines"),
                        home.resolve(".sdkman/candidates/java"),
                        home.resolve(".asdf/installs/java"),
                        home.resolve(".local/share/mise/installs/java"),
                        home.resolve(".gradle/jdks"),
                        home.resolve(".m2/jdks"),
                        home.resolve(".jdks")));
    }

    /** The home of a JDK of this version; if there is none, the exception explains how to provide one. */
    public Path find(int version) {
        String named = environment.get(VARIABLE);
        if (named != null && !named.isBlank()) {
            return named(Path.of(named), version);
        }
        return candidates(version)
                .filter(candidate -> isJdk(candidate, version))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("found no JDK " + version
                        + ", which the server needs; this JVM is " + describe(running) + ". Install a JDK " + version
                        + ", or set " + VARIABLE + " to the folder of one. Looked at JAVA_HOME, at JAVA_HOME_" + version
                        + "* and in " + collections));
    }

    /** Checks the JDK named by the user: a wrong version is an error, not a reason to search on. */
    private static Path named(Path home, int version) {
        if (!isJdk(home, version)) {
            throw new IllegalStateException(VARIABLE + " is '" + home + "', which is " + describe(home)
                    + "; expected the folder of a JDK " + version);
        }
        return home;
    }

    private Stream<Path> candidates(int version) {
        List<Path> all = new ArrayList<>();
        all.add(running);
        environment.entrySet().stream()
                .filter(entry ->
                        entry.getKey().equals("JAVA_HOME") || entry.getKey().startsWith("JAVA_HOME_" + version))
                .sorted(Map.Entry.comparingByKey())
                .map(entry -> Path.of(entry.getValue()))
                .forEach(all::add);
        collections.forEach(collection -> all.addAll(foldersIn(collection)));
        // On macOS a JDK is a bundle that contains its home.
        return all.stream()
                .flatMap(home -> Stream.of(home, home.resolve("Contents").resolve("Home")));
    }

    private static List<Path> foldersIn(Path collection) {
        try (Stream<Path> folders = Files.list(collection)) {
            return folders.sorted().toList();
        } catch (IOException e) {
            return List.of(); // missing or not readable
        }
    }

    private static boolean isJdk(Path home, int version) {
        return Files.isExecutable(home.resolve("bin").resolve("java"))
                && versionOf(home)
                        .filter(found -> found.equals("" + version) || found.startsWith(version + "."))
                        .isPresent();
    }

    private static String describe(Path home) {
        return versionOf(home).map(version -> "Java " + version).orElse("no JDK");
    }

    private static Optional<String> versionOf(Path home) {
        try (Reader release = Files.newBufferedReader(home.resolve("release"))) {
            Properties properties = new Properties();
            properties.load(release);
            return Optional.ofNullable(properties.getProperty("JAVA_VERSION"))
                    .map(version -> version.replace("\"", ""));
        } catch (IOException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
