package dev.tidings.server.cli;

import dev.tidings.client.Notifications;
import dev.tidings.client.model.BatchResult;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command that sends a file of notifications, in batches, with a progress bar. */
@Command(
        name = "batch",
        description =
                "Send the notifications in a file, one JSON object per line as for the API. Prints what was refused;"
                        + " exits with 1 if anything was.")
final class BatchCommand extends ApiCommand {
    private static final int LINES_PER_REQUEST = 1_000;
    private static final String STANDARD_INPUT = "-";

    @Parameters(paramLabel = "FILE", description = "The file; - for standard input.")
    private String file;

    @Option(
            names = "--idempotency-prefix",
            paramLabel = "TEXT",
            description =
                    "Give line N the idempotency key TEXT-N, so that a repeated run within a day sends nothing twice.")
    private String prefix;

    private long accepted;
    private long refused;

    @Override
    int run(Output out) throws IOException {
        Notifications notifications = api().patientClient().notifications();
        String keys = prefix == null ? UUID.randomUUID().toString() : prefix;
        try (InputStream in = file.equals(STANDARD_INPUT) ? System.in : Files.newInputStream(Path.of(file));
                ProgressBar bar = new ProgressBar(out.err(), size())) {
            BatchLines lines = new BatchLines(in, keys);
            while (!lines.isAtEnd()) {
                send(notifications, lines.next(LINES_PER_REQUEST), out);
                bar.show(lines.bytes(), accepted + refused);
            }
        }
        out.done("accepted " + accepted + ", refused " + refused);
        return refused == 0 ? 0 : 1;
    }

    private void send(Notifications notifications, List<BatchLines.Line> lines, Output out) {
        List<BatchLines.Line> readable =
                lines.stream().filter(line -> line.json() != null).toList();
        lines.stream()
                .filter(line -> line.json() == null)
                .forEach(line -> refuse(out, line.number(), "expected a JSON object"));
        if (readable.isEmpty()) {
            return;
        }
        List<BatchResult> results = notifications.sendBatchJson(
                readable.stream().map(BatchLines.Line::json).toList());
        for (int i = 0; i < results.size(); i++) {
            BatchResult result =
                    results.get(i).atLine(Math.toIntExact(readable.get(i).number()));
            if (out.json()) {
                out.item(result);
            }
            if (result.accepted()) {
                accepted++;
            } else {
                refuse(
                        out,
                        result.line(),
                        result.error() == null
                                ? "status " + result.status()
                                : result.error().explanation());
            }
        }
    }

    private void refuse(Output out, long line, String reason) {
        refused++;
        out.err().println("line " + line + ": " + Table.printable(reason));
        out.err().flush();
    }

    /** 0 if it is not known. */
    private long size() throws IOException {
        return file.equals(STANDARD_INPUT) ? 0 : Files.size(Path.of(file));
    }
}
