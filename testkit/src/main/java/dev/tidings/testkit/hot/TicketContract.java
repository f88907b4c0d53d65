package dev.tidings.testkit.hot;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Contract of the tickets in the hot state: each is valid once and until it expires, and concurrent takes have one winner. */
abstract class TicketContract extends HotTheme {
    private static final Duration LIFE = Duration.ofSeconds(30);

    TicketContract(HotStateContract contract) {
        super(contract);
    }

    private Optional<String> take(String ticket) {
        return await(hot.tickets().redeem(ticket));
    }

    @Test
    void isValidOnce() {
        await(hot.tickets().issue("a", "for a", LIFE));
        await(hot.tickets().issue("b", "for b", LIFE));
        assertThat(take("a")).contains("for a");
        assertThat(take("a")).isEmpty();
        assertThat(take("b")).contains("for b");
        assertThat(take("c")).isEmpty();
    }

    @Test
    void isValidUntilItExpires() {
        await(hot.tickets().issue("a", "for a", LIFE));
        await(hot.tickets().issue("b", "for b", LIFE));
        subject.pass(LIFE.minusSeconds(1));
        assertThat(take("a")).contains("for a");
        subject.pass(Duration.ofSeconds(1));
        assertThat(take("b")).isEmpty();
    }

    @Test
    void concurrentTakes_haveOneWinner() {
        await(hot.tickets().issue("a", "for a", LIFE));
        List<CompletableFuture<Optional<String>>> asked = IntStream.range(0, 20)
                .mapToObj(i -> CompletableFuture.supplyAsync(() -> take("a")))
                .toList();
        assertThat(asked.stream().filter(answer -> await(answer).isPresent())).hasSize(1);
    }

    @Test
    void isLostWithTheState() {
        await(hot.tickets().issue("a", "for a", LIFE));
        subject.lose();
        assertThat(take("a")).isEmpty();
    }
}
