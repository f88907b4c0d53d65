package dev.tidings.server.cli;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.tidings.client.Retries;
import dev.tidings.client.TidingsClient;
import dev.tidings.server.DevelopmentKey;
import dev.tidings.server.config.Config;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options {@code --url}, {@code --key} and {@code --key-file}, shared by all commands that call a running Tidings server. */
final class ApiOptions {
    private static final String STANDARD_INPUT = "-";
    private static final Pattern LOOPBACK = Pattern.compile("127(\\.[0-9]{1,3}){3}");

    @Option(
            names = "--url",
            paramLabel = "URL",
            description = "The URL of the server. Default: TIDINGS_URL, else the address in the configuration.")
    private String url;

    @Option(
            names = "--key",
            paramLabel = "KEY",
            description = "The API key, which other users of this machine can see here: better use --key-file or"
                    + " TIDINGS_KEY. Default: TIDINGS_KEY, else, for a server on this machine, the development key in"
                    + " the data folder.")
    private String key;

    @Option(
            names = "--key-file",
            paramLabel = "FILE",
            description = "A file with the API key in its first line; - for standard input.")
    private String keyFile;

    @Mixin
    private ConfigFileOption file;

    /** None by default: a person sees at once that no server is there, and decides. */
    private Retries retries = Retries.none();

    TidingsClient client() {
        return client(System.getenv());
    }

    TidingsClient client(Map<String, String> environment) {
        Optional<String> givenUrl = givenUrl(environment);
        Optional<String> givenKey = given(keyOption(), environment.get("TIDINGS_KEY"));
        if (givenUrl.isPresent() && givenKey.isPresent()) {
            return keyed(TidingsClient.builder(URI.create(givenUrl.get())), givenKey.get());
        }
        Config config = file.load(environment, ConfigFileOption.DEFAULT_FILE).config();
        if (givenKey.isEmpty() && givenUrl.isPresent() && !isThisMachine(URI.create(givenUrl.get()))) {
            throw new IllegalStateException(
                    "no key: give one with --key-file or TIDINGS_KEY; the development key is not sent to "
                            + givenUrl.get() + ", which is not this machine");
        }
        String usedKey = givenKey.orElseGet(() -> DevelopmentKey.read(config.dataFolder()));
        return keyed(builder(givenUrl, config.http()), usedKey);
    }

    /** The configuration of a server on this machine, which may be stopped; empty if a URL is given. */
    Optional<Config> local() {
        return givenUrl(System.getenv()).isPresent()
                ? Optional.empty()
                : Optional.of(file.load(System.getenv(), ConfigFileOption.DEFAULT_FILE)
                        .config());
    }

    /** Whether a key is given, or the data folder of this machine has a development key. */
    boolean hasKey() {
        return key != null
                || keyFile != null
                || given(null, System.getenv("TIDINGS_KEY")).isPresent()
                || local().filter(config -> DevelopmentKey.exists(config.dataFolder()))
                        .isPresent();
    }

    private String keyOption() {
        if (keyFile == null) {
            return key;
        }
        if (key != null) {
            throw new IllegalStateException("got --key and --key-file, expected one of them");
        }
        try (BufferedReader lines = keyFile.equals(STANDARD_INPUT)
                ? new BufferedReader(new InputStreamReader(System.in, US_ASCII))
                : Files.newBufferedReader(Path.of(keyFile), US_ASCII)) {
            String line = lines.readLine();
            if (line == null || line.isBlank()) {
                throw new IllegalStateException("--key-file: got nothing from " + keyFile + ", expected an API key");
            }
            return line.strip();
        } catch (IOException e) {
            throw new UncheckedIOException("--key-file: " + keyFile + " can't be read", e);
        }
    }

    /** A client for operations that need no key. */
    TidingsClient clientWithoutKey() {
        Map<String, String> environment = System.getenv();
        Optional<String> givenUrl = givenUrl(environment);
        return givenUrl.map(address -> TidingsClient.builder(URI.create(address)))
                .orElseGet(() -> builder(
                        givenUrl,
                        file.load(environment, ConfigFileOption.DEFAULT_FILE)
                                .config()
                                .http()))
                .build();
    }

    /** A client that repeats what was refused temporarily, for long work that nobody watches. */
    TidingsClient patientClient() {
        retries = Retries.defaults();
        return client();
    }

    private Optional<String> givenUrl(Map<String, String> environment) {
        return given(url, environment.get("TIDINGS_URL"));
    }

    /** For the given URL, with the certificates that Java trusts; else for the configured address, with the configured certificate. */
    private static TidingsClient.Builder builder(Optional<String> givenUrl, Config.Http http) {
        TidingsClient.Builder builder =
                TidingsClient.builder(URI.create(givenUrl.orElseGet(() -> http.url(http.port()))));
        return givenUrl.isEmpty() && http.tls().isEnabled()
                ? builder.http(ConfiguredCertificate.client(http.tls()))
                : builder;
    }

    private TidingsClient keyed(TidingsClient.Builder builder, String key) {
        return builder.apiKey(key).retries(retries).build();
    }

    /** Decided by the name alone: a DNS answer must not cause a key with all scopes to be sent. */
    private static boolean isThisMachine(URI address) {
        String host = address.getHost();
        return host != null
                && (host.equalsIgnoreCase("localhost")
                        || host.equals("[::1]")
                        || LOOPBACK.matcher(host).matches());
    }

    private static Optional<String> given(String option, String variable) {
        return Optional.ofNullable(option)
                .or(() -> Optional.ofNullable(variable).filter(text -> !text.isEmpty()));
    }
}
