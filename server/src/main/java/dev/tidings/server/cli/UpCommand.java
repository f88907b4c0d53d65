package dev.tidings.server.cli;

import dev.tidings.server.Tidings;
import dev.tidings.server.config.Config;
import java.io.PrintWriter;
import java.time.InstantSource;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command that runs the server until it is interrupted. */
@Command(name = "up", description = "Run the server in the foreground, until Ctrl-C.")
final class UpCommand implements Callable<Integer> {
    @Mixin
    private ConfigFileOption file;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        Config config =
                file.load(System.getenv(), ConfigFileOption.DEFAULT_FILE).config();
        PrintWriter out = spec.commandLine().getOut();
        Tidings tidings = Tidings.start(config, InstantSource.system());
        CountDownLatch stopped = new CountDownLatch(1);
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            tidings.close();
                            stopped.countDown();
                        },
                        "stop"));
        out.println("Tidings is up at " + tidings.url());
        out.println("  send something   ./tidings send alice 'Hello from Tidings'");
        DemoLink.of(config, tidings.url(), Terminal.isInteractive())
                .ifPresent(link -> out.println("  watch it arrive  " + link));
        out.println("  read the API     " + tidings.url() + "/docs");
        out.println("  its key is in    " + tidings.developmentKey());
        out.flush();
        stopped.await();
        return 0;
    }
}
