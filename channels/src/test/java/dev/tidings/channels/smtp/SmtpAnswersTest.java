package dev.tidings.channels.smtp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.delivery.Outcome;
import dev.tidings.core.delivery.Provider;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of every reply at every point of a transaction, and its outcome. After each, the next mail goes through. */
class SmtpAnswersTest {
    private static ScriptedMailServer server;
    private static Provider provider;

    @BeforeAll
    static void open() throws IOException {
        server = new ScriptedMailServer(null);
        provider = Mails.open(server.port(), Map.of());
    }

    @AfterAll
    static void close() {
        provider.close();
        server.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        DOT  | 250 2.0.0 queued as 4711               | Accepted
        DOT  | 250 ok                                 | Accepted
        DOT  | 354 go on                              | Unclear garbage
        DOT  | 900 what                               | Unclear garbage
        DOT  | hello                                  | Unclear garbage
        DOT  | drop                                   | Unclear dropped
        DOT  | 421 4.7.0 try again later              | Retry throttled
        DOT  | 451 4.3.0 local error                  | Retry unavailable
        DOT  | 452 4.3.1 no space left                | Retry unavailable
        DOT  | 552 5.3.4 too big                      | Rejected too_large
        DOT  | 554 5.7.1 looks like spam              | Rejected policy
        DOT  | 550 5.7.26 not authenticated by SPF    | Rejected policy
        DOT  | 554 transaction failed                 | Rejected refused
        DOT  | 550 no                                 | Rejected refused
        DOT  | 550 5.1.1 no such user                 | Unregistered unknown_mailbox
        DATA | 451 4.3.0 not now                      | Retry unavailable
        DATA | 554 5.5.1 no valid recipients          | Rejected refused
        DATA | 250 what                               | Retry garbage
        DATA | hello                                  | Retry garbage
        DATA | drop                                   | Retry dropped
        RCPT | 421 closing                            | Retry unavailable
        RCPT | 450 4.2.1 comes too fast               | Retry throttled
        RCPT | 450 4.7.1 greylisted                   | Retry throttled
        RCPT | 452 4.5.3 too many recipients          | Retry throttled
        RCPT | 450 4.2.0 mailbox busy                 | Retry unavailable
        RCPT | 451 4.4.3 no answer from name server   | Retry unavailable
        RCPT | 550 no such user                       | Unregistered unknown_mailbox
        RCPT | 551 user not local                     | Unregistered unknown_mailbox
        RCPT | 553 mailbox name not allowed           | Unregistered unknown_mailbox
        RCPT | 550 5.1.1 <ada@example.com> unknown    | Unregistered unknown_mailbox
        RCPT | 550-5.1.1 no such user\u0020           | Unregistered unknown_mailbox
        RCPT | 550 5.1.2 no such domain               | Unregistered unknown_mailbox
        RCPT | 556 5.1.10 takes no mail               | Unregistered unknown_mailbox
        RCPT | 550 5.1.0 address rejected             | Rejected refused
        RCPT | 553 5.1.8 bad sender                   | Rejected refused
        RCPT | 550 5.7.1 blocked                      | Rejected policy
        RCPT | 552 5.2.2 mailbox full                 | Rejected mailbox_full
        RCPT | 552 too much                           | Rejected too_large
        RCPT | 530 5.7.0 sign in first                | Retry credentials
        RCPT | 503 bad sequence                       | Retry unavailable
        RCPT | hello                                  | Retry garbage
        RCPT | drop                                   | Retry dropped
        MAIL | 550 5.1.1 who are you                  | Rejected refused
        MAIL | 550 no                                 | Rejected refused
        MAIL | 553 5.7.1 not your address             | Rejected policy
        MAIL | 530 5.7.0 sign in first                | Retry credentials
        MAIL | 451 4.7.1 not so fast                  | Retry throttled
        """)
    void reply_mapsToOutcome(String command, String answer, String outcome) {
        // A multi-line reply.
        server.answer(command, answer.startsWith("550-") ? answer + "\r\n550 5.1.1 really" : answer);
        Outcome met = Mails.send(provider);
        server.answer(command, null);
        assertThat(Mails.brief(met)).isEqualTo(outcome);
        assertThat(met.toString()).doesNotContain("ada", "@example.com");
        assertThat(Mails.brief(Mails.send(provider))).isEqualTo("Accepted");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        GREETING | 421 4.7.0 too many connections | Retry throttled
        GREETING | 554 no service here            | Retry unavailable
        GREETING | hello                          | Retry unavailable
        GREETING | drop                           | Retry unavailable
        EHLO     | 421 closing                    | Retry unavailable
        EHLO     | drop                           | Retry unavailable
        AUTH     | 535 5.7.8 wrong secret-password | Retry credentials
        AUTH     | 534 5.7.9 too weak             | Retry credentials
        AUTH     | 454 4.7.0 try later            | Retry unavailable
        """)
    void replyBeforeAnyMail_mapsToOutcome(String command, String answer, String outcome) throws IOException {
        try (ScriptedMailServer fresh = new ScriptedMailServer(null);
                Provider signingIn =
                        Mails.open(fresh.port(), Map.of("user", "tidings", "password", "secret-password"))) {
            fresh.answer(command, answer);
            Outcome met = Mails.send(signingIn);
            assertThat(Mails.brief(met)).isEqualTo(outcome);
            assertThat(met.toString()).doesNotContain("secret-password");
            fresh.answer(command, null);
            assertThat(Mails.brief(Mails.send(signingIn))).isEqualTo("Accepted");
        }
    }

    /** A server that never stops sending must not fill the memory. */
    @Test
    void endlessReply_isARetry() {
        server.answer("RCPT", "250-so\r\n".repeat(100_000) + "250 so");
        Outcome met = Mails.send(provider);
        server.answer("RCPT", null);
        assertThat(Mails.brief(met)).isEqualTo("Retry dropped");
    }
}
