package dev.tidings.lab.cassandra;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Writes the configuration files of one Cassandra node before it starts, and lists the options of its JVM. */
final class CassandraFiles {
    private final CassandraOptions options;
    private final NodeAddress address;
    private final List<NodeAddress> seeds;
    private final Path folder;

    CassandraFiles(CassandraOptions options, NodeAddress address, List<NodeAddress> seeds, Path folder) {
        this.options = options;
        this.address = address;
        this.seeds = seeds;
        this.folder = folder;
    }

    /** Writes the files; existing data is kept. */
    void write() {
        try {
            Files.createDirectories(folder.resolve("tmp"));
            Files.writeString(folder.resolve("cassandra.yaml"), yaml());
            Files.writeString(folder.resolve("logback.xml"), resource("logback.xml"));
            Files.writeString(folder.resolve("rackdc.properties"), "dc=" + options.datacenter + "\nrack=rack1\n");
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the configuration of a node to " + folder, e);
        }
    }

    boolean hasData() {
        return Files.isDirectory(folder.resolve("storage"));
    }

    List<String> jvmOptions(List<Path> jars) {
        List<String> all = new ArrayList<>();
        resource("jvm.options")
                .lines()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .forEach(all::add);
        all.add("-Xmx" + options.heapMegabytes + "m");
        if (options.benchmark) {
            all.add("-XX:+UseG1GC");
            // Measures the size of memtables exactly; without it Cassandra estimates, and starts faster.
            jars.stream()
                    .filter(jar -> jar.getFileName().toString().startsWith("jamm-"))
                    .forEach(jamm -> all.add("-javaagent:" + jamm));
        } else {
            all.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        }
        if (options.disposable) {
            all.add("-Dcassandra.unsafesystem=true");
        }
        all.add("-Dcassandra.config=" + folder.resolve("cassandra.yaml").toUri());
        all.add("-Dcassandra-rackdc.properties="
                + folder.resolve("rackdc.properties").toUri());
        all.add("-Dlogback.configurationFile=" + folder.resolve("logback.xml").toUri());
        all.add("-Dcassandra.storagedir=" + folder.resolve("storage"));
        all.add("-Dcassandra.logdir=" + folder);
        all.add("-Djava.io.tmpdir=" + folder.resolve("tmp"));
        // Every node holds a replica, so that logins work while one is down, and awaitAllUp can read at ALL.
        all.add("-Dcassandra.system_auth.default_rf=" + options.nodes);
        all.add("-Dcassandra.system_distributed.default_rf=" + options.nodes);
        return all;
    }

    private String yaml() {
        return resource("cassandra.yaml")
                .replace("{token}", token().toString())
                .replace(
                        "{seeds}",
                        String.join(",", seeds.stream().map(NodeAddress::gossip).toList()))
                .replace("{address}", address.host().getHostAddress())
                .replace("{storage_port}", Integer.toString(address.storagePort()))
                .replace("{native_port}", Integer.toString(address.nativePort()))
                .replace("{authentication}", authentication())
                .replace("{tls}", options.tls.map(CassandraFiles::tls).orElse(""))
                .replace("{commitlog_sync}", options.commitLogSync.yaml)
                .replace("{memtable_heap}", Integer.toString(options.heapMegabytes * 3 / 8));
    }

    /** The initial token: the nodes divide the ring, from -2^63 to 2^63, into equal parts. */
    private BigInteger token() {
        BigInteger part = BigInteger.TWO.pow(64).divide(BigInteger.valueOf(seeds.size()));
        return part.multiply(BigInteger.valueOf(address.number()))
                .subtract(BigInteger.TWO.pow(63))
                .add(BigInteger.ONE);
    }

    private String authentication() {
        return options.authentication ? """
                authenticator: PasswordAuthenticator
                authorizer: CassandraAuthorizer
                role_manager: CassandraRoleManager""" : """
                authenticator: AllowAllAuthenticator
                authorizer: AllowAllAuthorizer""";
    }

    private static String tls(ClientTls tls) {
        return """
                client_encryption_options:
                  enabled: true
                  optional: false
                  keystore: '%s'
                  keystore_password: '%s'
                  store_type: PKCS12
                """.formatted(quoted(tls.keystore().toAbsolutePath().toString()), quoted(tls.password()));
    }

    private static String quoted(String text) {
        return text.replace("'", "''");
    }

    private static String resource(String name) {
        try (InputStream in = CassandraFiles.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
