package dev.tidings.testkit;

import static dev.tidings.testkit.LeasesTable.TABLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidings.testkit.LeasesTable.Lease;
import dev.tidings.widecolumn.InsertOutcome;
import dev.tidings.widecolumn.InvalidValueException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Contract of expiry with an anchor outside the key, which can move: each cell expires as determined by its own write. All rows
 * here expire within seconds, so that tests can wait for a server with its own clock. They wait once, before the first test: rows
 * that must exist before the wait are written for all tests together.
 */
abstract class MovingExpiryContract extends EngineTheme {
    /** Enough for a slow server to read a row before it is gone. */
    private static final Duration SOON = Duration.ofSeconds(10);

    private static final Duration PAST_IT = SOON.plusSeconds(2);

    /** The tenant of the rows whose time has come. */
    private String past;

    private Lease gone;
    private Optional<Lease> goneBefore;
    private Lease renewed;
    private Lease partly;
    private Optional<Lease> partlyBefore;

    MovingExpiryContract(EngineContract contract) {
        super(contract, "contract_moving_expiry", TABLE);
    }

    @BeforeAll
    void letRowsExpire() throws Exception {
        startAfresh();
        past = tenant;
        gone = new Lease(past, "gone", "me", "note", endingSoon());
        write(TABLE.upsert(gone));
        goneBefore = one(LeasesTable.one(past, "gone"));

        write(TABLE.upsert(new Lease(past, "renewed", "me", "note", endingSoon())));
        renewed = new Lease(past, "renewed", "me", "renewed", clock.instant());
        write(TABLE.upsert(renewed));

        write(TABLE.upsert(new Lease(past, "partly", "me", "note", endingSoon())));
        partly = new Lease(past, "partly", "you", "note", clock.instant());
        write(TABLE.update(past, "partly")
                .set(LeasesTable.OWNER, "you")
                .set(LeasesTable.GRANTED_AT, partly.grantedAt()));
        partlyBefore = one(LeasesTable.one(past, "partly"));

        write(TABLE.upsert(new Lease(past, "replaced", "me", "note", endingSoon())));
        insert(new Lease(past, "inserted over", "me", "note", endingSoon()));
        for (int i = 0; i < expiredRaces(); i++) {
            insert(new Lease(past, "race-" + i, "me", "note", endingSoon()));
        }
        contract.pass(PAST_IT, clock);
    }

    @Test
    void rowExpiresAtItsTime() {
        assertThat(goneBefore).contains(gone);
        assertThat(one(LeasesTable.one(past, "gone"))).isEmpty();
    }

    @Test
    void rowRewrittenWithALaterAnchor_stays() {
        assertThat(one(LeasesTable.one(past, "renewed"))).contains(renewed);
    }

    @Test
    void cellNotRewritten_expiresAtItsOwnTime() {
        assertThat(partlyBefore).contains(partly);
        assertThat(one(LeasesTable.one(past, "partly")))
                .contains(new Lease(past, "partly", "you", null, partly.grantedAt()));
    }

    @Test
    void newRow_hasNothingOfTheExpiredOne() {
        Lease next = new Lease(past, "replaced", "you", null, clock.instant());
        write(TABLE.upsert(next));
        assertThat(one(LeasesTable.one(past, "replaced"))).contains(next);
    }

    @Test
    void liveRow_preventsAnInsert() {
        Lease mine = new Lease(tenant, "a", "me", "note", endingSoon());
        assertThat(insert(mine).inserted()).isTrue();
        assertThat(insert(new Lease(tenant, "a", "you", null, clock.instant())).existing())
                .contains(mine);
    }

    @Test
    void expiredRow_canBeReplacedByAnInsert() {
        Lease next = new Lease(past, "inserted over", "you", null, clock.instant());
        assertThat(insert(next).inserted()).isTrue();
        assertThat(one(LeasesTable.one(past, "inserted over")))
                .as("nothing of the old one is left")
                .contains(next);
        assertThat(insert(new Lease(past, "inserted over", "third", null, clock.instant()))
                        .existing())
                .contains(next);
    }

    @Test
    void aRaceForAnExpiredRowHasOneWinner() {
        Instant now = clock.instant();
        for (int i = 0; i < expiredRaces(); i++) {
            String name = "race-" + i;
            List<InsertOutcome<Lease>> outcomes =
                    together(8, racer -> insert(new Lease(past, name, "racer-" + racer, null, now)));
            assertThat(outcomes)
                    .as("winners of %s", name)
                    .filteredOn(InsertOutcome::inserted)
                    .hasSize(1);
        }
    }

    /** No read would return it, so that every caller's insert would succeed. */
    @Test
    void insertOfAnExpiredRow_isThrownToTheCaller() {
        Lease expired = new Lease(
                tenant, "x", "me", null, clock.instant().minus(LeasesTable.LIFE).minusSeconds(1));
        assertThatThrownBy(() -> engine.insertIfAbsent(LeasesTable.TABLE, expired))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("granted_at")
                .hasMessageContaining("expired");
        assertThat(one(LeasesTable.one(tenant, "x"))).isEmpty();
    }

    @Test
    void rowWithoutAnAnchor_isThrownToTheCaller() {
        assertThatThrownBy(() -> engine.insertIfAbsent(TABLE, new Lease(tenant, "a", "me", null, null)))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("TTL anchor granted_at: got null");
    }

    private int expiredRaces() {
        return Math.max(1, contract.races() / 10);
    }

    private Instant endingSoon() {
        return clock.instant().minus(LeasesTable.LIFE).plus(SOON);
    }

    private InsertOutcome<Lease> insert(Lease lease) {
        return await(engine.insertIfAbsent(TABLE, lease));
    }
}
