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
 * Finds a JDK of the version that a server needs, whatever JDK this JVM runs on. Each candidate is judged by its {@code release} file:
 * to start them all would take seconds.
 */
public final class ServerJdk {
    /** Names the JDK for the servers; it is used before any other. */
    public static final String VARIABLE = "TIDINGS_LAB_JAVA_HOME";

    private final Map<String, String> environment;
    private final Path running;
    private final List<Path> collections;

    ServerJdk(Map<String, String> environment, Path running, List<Path> collections) {
        this.environment = environment;
        this.running = running;
        this.collections = collections;
    }

    /** Looks on this machine. */
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

    /** The home of a JDK of this version; fails if there is none, saying what to do about it. */
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

    /** What the user named is not passed over in silence if it does not fit. */
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
        // On macOS a JDK is a bundle, and its home is inside.
        return all.stream()
                .flatMap(home -> Stream.of(home, home.resolve("Contents").resolve("Home")));
    }

    private static List<Path> foldersIn(Path collection) {
        try (Stream<Path> folders = Files.list(collection)) {
            return folders.sorted().toList();
        } catch (IOException e) {
            return List.of(); // not there, or not ours to read
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
