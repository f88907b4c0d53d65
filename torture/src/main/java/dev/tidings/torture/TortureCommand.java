package dev.tidings.torture;

import dev.tidings.server.cli.CommandGroup;
import dev.tidings.server.cli.ExternalCommand;
import dev.tidings.torture.cluster.ClusterTorture;
import dev.tidings.torture.connections.ConnectionsTorture;
import dev.tidings.torture.crash.BackupTorture;
import dev.tidings.torture.crash.CrashTorture;
import dev.tidings.torture.hostile.HostileTorture;
import dev.tidings.torture.live.LiveTorture;
import dev.tidings.torture.optout.OptOutTorture;
import dev.tidings.torture.overload.OverloadTorture;
import dev.tidings.torture.providers.ProvidersTorture;
import dev.tidings.torture.schedule.ScheduleTorture;
import dev.tidings.torture.store.StoreTorture;
import java.util.OptionalLong;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/**
 * The command group {@code torture} with the options of all torture runs. Each run is a subcommand that reads them from this parent
 * and exits with 1 on a violated guarantee.
 */
@Command(
        name = ExternalCommand.Torture.NAME,
        description = ExternalCommand.Torture.DESCRIPTION,
        subcommands = {
            BackupTorture.class,
            CrashTorture.class,
            ConnectionsTorture.class,
            HostileTorture.class,
            OptOutTorture.class,
            OverloadTorture.class,
            ProvidersTorture.class,
            StoreTorture.class,
            ClusterTorture.class,
            ScheduleTorture.class,
            LiveTorture.class
        })
public final class TortureCommand extends CommandGroup {

    @Option(names = "--json", scope = ScopeType.INHERIT, description = "Print the outcome as one line of JSON.")
    private boolean json;

    @Option(names = "--quick", scope = ScopeType.INHERIT, description = "Take about a minute, with the same checks.")
    private boolean quick;

    @Option(
            names = "--seed",
            paramLabel = "N",
            scope = ScopeType.INHERIT,
            description = "Repeat the run that reported this seed; a new seed is drawn if left out.")
    private Long seed;

    public boolean json() {
        return json;
    }

    public boolean quick() {
        return quick;
    }

    /** Empty if the run draws its own seed and reports it. */
    public OptionalLong seed() {
        return seed == null ? OptionalLong.empty() : OptionalLong.of(seed);
    }
}
