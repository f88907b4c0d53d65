package dev.tidings.server.service;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.server.TestService;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a start without one-click unsubscribe says so. */
class PublicUrlTest {
    @TempDir
    Path folder;

    @Test
    void publicUrlWithoutTls_isLogged() {
        assertThat(startedWith("http://tidings.example")).contains("List-Unsubscribe-Post");
    }

    @Test
    void publicUrlWithTls_isNotLogged() {
        assertThat(startedWith("https://tidings.example")).doesNotContain("List-Unsubscribe-Post");
    }

    private String startedWith(String url) {
        ByteArrayOutputStream logged = new ByteArrayOutputStream();
        PrintStream before = System.err;
        System.setErr(new PrintStream(logged, true, UTF_8));
        try {
            TestService.in(folder)
                    .option("TIDINGS_HTTP_PUBLIC_URL", url)
                    .start()
                    .close();
        } finally {
            System.setErr(before);
        }
        return logged.toString(UTF_8);
    }
}
