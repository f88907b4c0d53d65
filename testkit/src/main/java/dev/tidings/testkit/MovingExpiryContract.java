package dev.tidings.testkit;

import static dev.tidings.testkit.Leases.TABLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidings.testkit.Leases.Lease;
import dev.tidings.widecolumn.InsertOutcome;
import dev.tidings.widecolumn.InvalidValueException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Contract of expiry with an anchor outside the key, which can move: each cell expires as determined by its own write. All rows
 * here expire within seconds, so that tests can wait for a server with its own clock.
 */
abstract class MovingExpiryContract extends Theme {
    private static final Duration SOON = Duration.ofSeconds(5);
    private static final Duration PAST_IT = SOON.plusSeconds(2);

    MovingExpiryContract(EngineContract contract) {
        super(contract, "contract_moving_expiry", TABLE);
    }

    @Test
    void rowExpiresAtItsTime() throws Exception {
        Lease lease = new Lease(tenant, "a", "me", "note", endingSoon());
        write(TABLE.upsert(lease));
        assertThat(one(Leases.one(tenant, "a"))).contains(lease);
        contract.pass(PAST_IT, clock);
        assertThat(one(Leases.one(tenant, "a"))).isEmpty();
    }

    @Test
    void rowRewrittenWithALaterAnchor_stays() throws Exception {
        write(TABLE.upsert(new Lease(tenant, "a", "me", "note", endingSoon())));
        Lease renewed = new Lease(tenant, "a", "me", "renewed", clock.instant());
        write(TABLE.upsert(renewed));
        contract.pass(PAST_IT, clock);
        assertThat(one(Leases.one(tenant, "a"))).contains(renewed);
    }

    @Test
    void cellNotRewritten_expiresAtItsOwnTime() throws Exception {
        write(TABLE.upsert(new Lease(tenant, "a", "me", "note", endingSoon())));
        Instant later = clock.instant();
        write(TABLE.update(tenant, "a").set(Leases.OWNER, "you").set(Leases.GRANTED_AT, later));
        assertThat(one(Leases.one(tenant, "a"))).contains(new Lease(tenant, "a", "you", "note", later));
        contract.pass(PAST_IT, clock);
        assertThat(one(Leases.one(tenant, "a"))).contains(new Lease(tenant, "a", "you", null, later));
    }

    @Test
    void newRow_hasNothingOfTheExpiredOne() throws Exception {
        write(TABLE.upsert(new Lease(tenant, "a", "me", "note", endingSoon())));
        contract.pass(PAST_IT, clock);
        Lease next = new Lease(tenant, "a", "you", null, clock.instant());
        write(TABLE.upsert(next));
        assertThat(one(Leases.one(tenant, "a"))).contains(next);
    }

    @Test
    void liveRow_preventsAnInsert() {
        Lease mine = new Lease(tenant, "a", "me", "note", endingSoon());
        assertThat(insert(mine).inserted()).isTrue();
        assertThat(insert(new Lease(tenant, "a", "you", null, clock.instant())).existing())
                .contains(mine);
    }

    @Test
    void expiredRow_canBeReplacedByAnInsert() throws Exception {
        insert(new Lease(tenant, "a", "me", "note", endingSoon()));
        contract.pass(PAST_IT, clock);
        Lease next = new Lease(tenant, "a", "you", null, clock.instant());
        assertThat(insert(next).inserted()).isTrue();
        assertThat(one(Leases.one(tenant, "a")))
                .as("nothing of the old one is left")
                .contains(next);
        assertThat(insert(new Lease(tenant, "a", "third", null, clock.instant()))
                        .existing())
                .contains(next);
    }

    @Test
    void aRaceForAnExpiredRowHasOneWinner() throws Exception {
        int races = Math.max(1, contract.races() / 10);
        for (int i = 0; i < races; i++) {
            insert(new Lease(tenant, "race-" + i, "me", "note", endingSoon()));
        }
        contract.pass(PAST_IT, clock);
        Instant now = clock.instant();
        for (int i = 0; i < races; i++) {
            String name = "race-" + i;
            List<InsertOutcome<Lease>> outcomes =
                    together(8, racer -> insert(new Lease(tenant, name, "racer-" + racer, null, now)));
            assertThat(outcomes)
                    .as("winners of %s", name)
                    .filteredOn(InsertOutcome::inserted)
                    .hasSize(1);
        }
    }

    @Test
    void rowWithoutAnAnchor_isThrownToTheCaller() {
        assertThatThrownBy(() -> engine.insertIfAbsent(TABLE, new Lease(tenant, "a", "me", null, null)))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("TTL anchor granted_at: got null");
    }

    private Instant endingSoon() {
        return clock.instant().minus(Leases.LIFE).plus(SOON);
    }

    private InsertOutcome<Lease> insert(Lease lease) {
        return await(engine.insertIfAbsent(TABLE, lease));
    }
}
