package dev.tidings.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import com.auth0.jwt.JWT;
import com.auth0.jwt.algorithms.Algorithm;
import dev.tidings.client.Retries;
import dev.tidings.client.TidingsClient;
import dev.tidings.server.config.Config;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that secrets of user tokens are encrypted in the database, also those that an earlier version stored as they were. */
class TokenSecretMigrationTest {
    private static final byte[] PLAIN = "the-secret-of-an-earlier-version".getBytes(ISO_8859_1);

    @TempDir
    private Path folder;

    private Tidings start() {
        Config config = Config.load(
                        Optional.empty(), Map.of("TIDINGS_DATA_FOLDER", folder.toString(), "TIDINGS_HTTP_PORT", "0"))
                .config();
        return Tidings.start(config, InstantSource.system());
    }

    private static TidingsClient client(Tidings tidings) throws IOException {
        return TidingsClient.builder(URI.create(tidings.url()))
                .apiKey(Files.readString(tidings.developmentKey()).trim())
                .retries(Retries.none())
                .build();
    }

    @Test
    void secretOfAnEarlierVersion_isEncryptedAndStillSigns() throws Exception {
        String kid;
        try (Tidings tidings = start()) {
            kid = client(tidings).access().addTokenSecret().kid();
        }
        assertThat(stored(kid)).hasSizeGreaterThan(32);
        replace(kid);
        assertThat(filesContainPlainSecret()).isTrue();
        try (Tidings tidings = start()) {
            assertThat(filesContainPlainSecret())
                    .as("free pages and the write-ahead log too")
                    .isFalse();
            assertThat(stored(kid)).isNotEqualTo(PLAIN);
            assertThat(new String(stored(kid), ISO_8859_1)).doesNotContain(new String(PLAIN, ISO_8859_1));
            String token = JWT.create()
                    .withKeyId(kid)
                    .withSubject("ann")
                    .withClaim("tid", DevelopmentKey.TENANT)
                    .withAudience("tidings")
                    .withExpiresAt(Instant.now().plusSeconds(600))
                    .sign(Algorithm.HMAC256(PLAIN));
            assertThat(client(tidings).withToken(token).me().unread()).isZero();
        }
    }

    private boolean filesContainPlainSecret() throws IOException {
        for (String name : List.of("meta.db", "meta.db-wal")) {
            Path file = folder.resolve(name);
            if (Files.exists(file) && Files.readString(file, ISO_8859_1).contains(new String(PLAIN, ISO_8859_1))) {
                return true;
            }
        }
        return false;
    }

    private byte[] stored(String kid) throws SQLException {
        try (Connection connection = database();
                PreparedStatement query =
                        connection.prepareStatement("select secret from token_secrets where kid = ?")) {
            query.setString(1, kid);
            return query.executeQuery().getBytes(1);
        }
    }

    /** As an earlier version stored it. */
    private void replace(String kid) throws SQLException {
        try (Connection connection = database();
                PreparedStatement update = connection.prepareStatement(
                        "update token_secrets set secret = ?, sealed = null where kid = ?")) {
            update.setBytes(1, PLAIN);
            update.setString(2, kid);
            update.executeUpdate();
        }
    }

    private Connection database() throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("meta.db"));
    }
}
