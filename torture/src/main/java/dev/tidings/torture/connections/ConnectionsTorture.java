package dev.tidings.torture.connections;

import dev.tidings.lab.TemporaryFolder;
import dev.tidings.torture.RunFindings;
import dev.tidings.torture.TortureCommand;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/**
 * The run {@code torture connections}: many anonymous connections that say nothing, or don't read the answer. Other clients must be served
 * as before, and memory must be bounded.
 */
@Command(
        name = "connections",
        description =
                "10,000 silent connections from one address, and 2,000 clients that request a large file and don't read"
                        + " it. Meanwhile health checks and the calls of another address are answered, silent"
                        + " connections are closed, and the memory of process and kernel is bounded.")
public final class ConnectionsTorture implements Callable<Integer> {

    @ParentCommand
    private TortureCommand how;

    @Option(
            names = "--no-limits",
            description = "Break it on purpose: one address may take all connections and be silent for a day. The run"
                    + " must then fail.")
    private boolean noLimits;

    @Override
    public Integer call() throws Exception {
        ConnectionsRun.ConnectionsRunSize size =
                how.quick() ? ConnectionsRun.ConnectionsRunSize.QUICK : ConnectionsRun.ConnectionsRunSize.FULL;
        try (TemporaryFolder folder = new TemporaryFolder("tidings-torture-connections")) {
            RunFindings findings = new ConnectionsRun(folder.path().resolve("data"), size, noLimits).run();
            // Nothing in it is random.
            System.out.println(findings.report(how.json(), 0));
            return findings.met() ? 0 : 1;
        }
    }
}
