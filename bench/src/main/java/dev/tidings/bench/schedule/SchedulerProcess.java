package dev.tidings.bench.schedule;

import dev.tidings.lab.PipedJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

/**
 * A child process that runs the turns of one scheduler, and its client in the parent. No scheduler pays for the JIT, garbage
 * collection or polling of another.
 */
final class SchedulerProcess implements AutoCloseable {
    private static final List<String> JVM = List.of("-Xmx2g", "-XX:+UseParallelGC");
    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final String UP = "up";
    private static final String FAILED = "failed: ";

    private final PipedJvm child;

    SchedulerProcess(Contender who, Path folder, String url) throws IOException {
        child = new PipedJvm(JVM, Map.of(), SchedulerProcess.class.getName(), who.name(), folder.toString(), url);
        try {
            checked(child.firstLine());
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    void warmUp(int jobs) throws IOException {
        checked(child.ask("warm " + jobs));
    }

    TurnResult turn(int jobs, Duration over) throws IOException {
        return TurnResult.parse(checked(child.ask("turn " + jobs + " " + over.toMillis())));
    }

    /** Stores jobs that stay in the store. */
    void fill(int jobs) throws IOException {
        checked(child.ask("fill " + jobs));
    }

    private static String checked(String answer) throws IOException {
        if (answer.startsWith(FAILED)) {
            throw new IOException(answer.substring(FAILED.length()));
        }
        return answer;
    }

    @Override
    public void close() {
        child.close();
    }

    /** The child process. Arguments: contender, folder, database URL. Then one command per line on standard input. */
    public static void main(String[] arguments) {
        try (TurnRunner stage = new TurnRunner(open(arguments), InstantSource.system(), TIMEOUT);
                BufferedReader commands =
                        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            System.out.println(UP);
            String command;
            while ((command = commands.readLine()) != null) {
                System.out.println(answer(stage, command.split(" ")));
            }
        } catch (Exception e) {
            System.out.println(FAILED + reason(e));
        }
        // Ends the threads that a scheduler leaves behind.
        System.exit(0);
    }

    private static SchedulerAdapter open(String[] arguments) throws Exception {
        return Contender.valueOf(arguments[0]).open(Path.of(arguments[1]), arguments[2]);
    }

    private static String answer(TurnRunner stage, String[] command) throws Exception {
        int count = Integer.parseInt(command[1]);
        switch (command[0]) {
            case "warm" -> stage.warmUp(count);
            case "fill" -> stage.fill(count);
            default -> {
                return stage.turn(count, Duration.ofMillis(Long.parseLong(command[2])))
                        .line();
            }
        }
        return "done";
    }

    /** The root cause on one line. */
    private static String reason(Exception e) {
        Throwable cause = e;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause.toString().replaceAll("\\p{Cntrl}+", " ");
    }
}
