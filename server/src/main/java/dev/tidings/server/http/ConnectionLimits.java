package dev.tidings.server.http;

import dev.tidings.server.config.Config;
import dev.tidings.server.limits.KeyedPermits;
import dev.tidings.server.limits.Permits;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Optional;

/**
 * Limits the open connections, in total and per address of the peer, so that one address can't take all of them. Trusted proxies have no
 * limit of their own, since their clients share them.
 *
 * <p>A connection above a limit may take a place in a small reserve, on which only {@code /health} is answered: a health check must not
 * fail because of a flood, or the server would be restarted for it. Live connections are not counted here once they are upgraded.
 */
final class ConnectionLimits {
    private static final int RESERVE = 32;
    /** Less than the reserve: one address must not take all of it either. */
    private static final int RESERVE_PER_ADDRESS = 4;

    private final int maxPerAddress;
    private final ClientAddresses addresses;
    private final Permits all;
    private final Permits reserve = new Permits(RESERVE);
    private final KeyedPermits<String> perAddress = new KeyedPermits<>();
    private final KeyedPermits<String> reservePerAddress = new KeyedPermits<>();
    private final Counter refused;

    /**
     * A connection within the limits, until it is released.
     *
     * @param address by which it is counted; empty if only in total
     * @param reserved whether it takes a place in the reserve
     */
    record Admission(Optional<String> address, boolean reserved) {}

    ConnectionLimits(Config.Http options, ClientAddresses addresses, MeterRegistry metrics) {
        this.maxPerAddress = options.maxConnectionsPerAddress();
        this.addresses = addresses;
        this.all = new Permits(options.maxConnections());
        Gauge.builder("tidings.http.connections", all, Permits::used)
                .description("Open connections, without live ones")
                .register(metrics);
        this.refused = Counter.builder("tidings.http.connections.refused")
                .description("Connections closed because of a limit")
                .register(metrics);
    }

    /** Empty if the connection is refused. */
    Optional<Admission> admit(String peer) {
        Optional<String> address = addresses.counted(peer);
        if (tryAcquire(all, perAddress, address, maxPerAddress)) {
            return Optional.of(new Admission(address, false));
        }
        Optional<String> known = Optional.of(address.orElse(peer));
        if (tryAcquire(reserve, reservePerAddress, known, RESERVE_PER_ADDRESS)) {
            return Optional.of(new Admission(known, true));
        }
        refused.increment();
        return Optional.empty();
    }

    private static boolean tryAcquire(
            Permits total, KeyedPermits<String> byAddress, Optional<String> address, int limit) {
        if (address.isPresent() && !byAddress.tryAcquire(address.get(), limit)) {
            return false;
        }
        if (total.tryAcquire(1)) {
            return true;
        }
        address.ifPresent(byAddress::release);
        return false;
    }

    void release(Admission admitted) {
        (admitted.reserved() ? reserve : all).release(1);
        admitted.address().ifPresent((admitted.reserved() ? reservePerAddress : perAddress)::release);
    }
}
