package dev.tidings.bench;

import dev.tidings.bench.channels.ChannelsBench;
import dev.tidings.bench.kit.KitBench;
import dev.tidings.bench.lanes.LanesBench;
import dev.tidings.bench.live.LiveBench;
import dev.tidings.bench.schedule.ScheduleBench;
import dev.tidings.bench.service.ServiceBench;
import dev.tidings.bench.start.StartBench;
import dev.tidings.server.cli.CommandGroup;
import dev.tidings.server.cli.ExternalCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/**
 * The command group {@code bench} with the options of all benchmarks. Each benchmark is a subcommand that reads them from this
 * parent.
 */
@Command(
        name = ExternalCommand.Bench.NAME,
        description = ExternalCommand.Bench.DESCRIPTION,
        subcommands = {
            KitBench.class,
            ServiceBench.class,
            LanesBench.class,
            ScheduleBench.class,
            ChannelsBench.class,
            LiveBench.class,
            StartBench.class
        })
public final class BenchCommand extends CommandGroup {

    @Option(names = "--json", scope = ScopeType.INHERIT, description = "Print one line of JSON per case.")
    private boolean json;

    @Option(names = "--enforce", scope = ScopeType.INHERIT, description = "Exit with 1 if a target is not met.")
    private boolean enforce;

    @Option(names = "--quick", scope = ScopeType.INHERIT, description = "Take about a minute, with the same checks.")
    private boolean quick;

    public boolean json() {
        return json;
    }

    public boolean enforce() {
        return enforce;
    }

    public boolean quick() {
        return quick;
    }
}
