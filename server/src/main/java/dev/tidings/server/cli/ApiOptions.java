package dev.tidings.server.cli;

import dev.tidings.client.Retries;
import dev.tidings.client.TidingsClient;
import dev.tidings.server.DevelopmentKey;
import dev.tidings.server.config.Config;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options {@code --url} and {@code --key}, shared by all commands that call a running Tidings server. */
final class ApiOptions {
    private static final Pattern LOOPBACK = Pattern.compile("127(\\.[0-9]{1,3}){3}");

    @Option(
            names = "--url",
            paramLabel = "URL",
            description = "The URL of the server. Default: TIDINGS_URL, else the address in the configuration.")
    private String url;

    @Option(
            names = "--key",
            paramLabel = "KEY",
            description = "The API key. Default: TIDINGS_KEY, else, for a server on this machine, the development key"
                    + " in the data folder.")
    private String key;

    @Mixin
    private ConfigFileOption file;

    /** None by default: a person sees at once that no server is there, and decides. */
    private Retries retries = Retries.none();

    TidingsClient client() {
        return client(System.getenv());
    }

    TidingsClient client(Map<String, String> environment) {
        Optional<String> givenUrl = givenUrl(environment);
        Optional<String> givenKey = given(key, environment.get("TIDINGS_KEY"));
        if (givenUrl.isPresent() && givenKey.isPresent()) {
            return client(URI.create(givenUrl.get()), givenKey.get());
        }
        Config config = file.load(environment, ConfigFileOption.DEFAULT_FILE).config();
        URI address = URI.create(givenUrl.orElseGet(
                () -> Config.Http.url(config.http().host(), config.http().port())));
        if (givenKey.isEmpty() && givenUrl.isPresent() && !isThisMachine(address)) {
            throw new IllegalStateException(
                    "no key: give one with --key or TIDINGS_KEY; the development key is not sent to " + address
                            + ", which is not this machine");
        }
        return client(address, givenKey.orElseGet(() -> DevelopmentKey.read(config.dataFolder())));
    }

    /** A client for operations that need no key. */
    TidingsClient clientWithoutKey() {
        Map<String, String> environment = System.getenv();
        URI address = URI.create(givenUrl(environment).orElseGet(() -> {
            Config.Http http = file.load(environment, ConfigFileOption.DEFAULT_FILE)
                    .config()
                    .http();
            return Config.Http.url(http.host(), http.port());
        }));
        return TidingsClient.builder(address).build();
    }

    /** A client that repeats what was refused temporarily, for long work that nobody watches. */
    TidingsClient patientClient() {
        retries = Retries.defaults();
        return client();
    }

    private Optional<String> givenUrl(Map<String, String> environment) {
        return given(url, environment.get("TIDINGS_URL"));
    }

    private TidingsClient client(URI address, String key) {
        return TidingsClient.builder(address).apiKey(key).retries(retries).build();
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
