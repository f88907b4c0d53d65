package dev.tidings.server.cli;

import dev.tidings.server.backup.Archive;
import dev.tidings.server.config.Config;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command that restores a backup into an empty data folder. */
@Command(
        name = "restore",
        description = "Restore a backup into the data folder, which must be empty or missing. A damaged backup is"
                + " refused.")
final class RestoreCommand implements Callable<Integer> {
    @Parameters(paramLabel = "BACKUP", description = "The folder of the backup.")
    private Path archive;

    @Option(
            names = "--erasures",
            paramLabel = "FILE",
            description = "The erasures to apply again. Default: the file ERASURES beside the backup, if it exists.")
    private Path erasures;

    @Mixin
    private ConfigFileOption file;

    @Spec
    private CommandSpec spec;

    private Optional<Path> erasures() {
        if (erasures != null && !Files.exists(erasures)) {
            throw new ParameterException(
                    spec.commandLine(), "--erasures: got '" + erasures + "', expected an existing file");
        }
        return Optional.ofNullable(erasures)
                .or(() -> Optional.of(archive.resolveSibling(Archive.ERASURES)).filter(Files::exists));
    }

    @Override
    public Integer call() {
        Config config =
                file.load(System.getenv(), ConfigFileOption.DEFAULT_FILE).config();
        Instant takenAt = Archive.in(archive).restore(config.dataFolder(), erasures());
        PrintWriter out = spec.commandLine().getOut();
        Path folder = config.dataFolder().toAbsolutePath();
        out.println("restored the backup of " + takenAt + " to " + folder);
        if (config.secrets().keys().isEmpty() && config.secrets().keyFile().isEmpty()) {
            out.println("copy the encryption keys to " + folder.resolve("secret-keys")
                    + " before the server starts: provider credentials can't be decrypted without them");
        }
        out.flush();
        return 0;
    }
}
