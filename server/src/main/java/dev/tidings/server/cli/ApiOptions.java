package dev.tidings.server.cli;

import dev.tidings.server.DevelopmentKey;
import dev.tidings.server.config.Config;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Where a running Tidings is and which key opens it, alike for every command that talks to one. */
final class ApiOptions {
    @Option(
            names = "--url",
            paramLabel = "URL",
            description = "Where Tidings runs; otherwise TIDINGS_URL, otherwise where the configuration says.")
    private String url;

    @Option(
            names = "--key",
            paramLabel = "KEY",
            description = "The API key; otherwise TIDINGS_KEY, otherwise the development key in the data folder.")
    private String key;

    @Mixin
    private ConfigFile file;

    ApiClient client() {
        return client(System.getenv());
    }

    ApiClient client(Map<String, String> environment) {
        Optional<String> givenUrl = given(url, environment.get("TIDINGS_URL"));
        Optional<String> givenKey = given(key, environment.get("TIDINGS_KEY"));
        if (givenUrl.isPresent() && givenKey.isPresent()) {
            return new ApiClient(URI.create(givenUrl.get()), givenKey.get());
        }
        Config config = file.load(environment, ConfigFile.USUAL).config();
        URI address = URI.create(givenUrl.orElseGet(
                () -> "http://" + config.http().host() + ":" + config.http().port()));
        return new ApiClient(address, givenKey.orElseGet(() -> DevelopmentKey.read(config.dataFolder())));
    }

    private static Optional<String> given(String option, String variable) {
        return Optional.ofNullable(option)
                .or(() -> Optional.ofNullable(variable).filter(text -> !text.isEmpty()));
    }
}
