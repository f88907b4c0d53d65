package dev.tidings.server.cli;

import dev.tidings.client.TidingsClient;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The base class of commands that call a running server and print what it answers: tables for people, JSON for scripts. */
abstract class ApiCommand implements Callable<Integer> {
    @Option(names = "--json", description = "Print JSON, one object per line.")
    private boolean json;

    @Mixin
    private ApiOptions api;

    @Spec
    private CommandSpec spec;

    @Override
    public final Integer call() throws Exception {
        PrintWriter out = spec.commandLine().getOut();
        try {
            return run(new Output(out, spec.commandLine().getErr(), json));
        } finally {
            out.flush();
        }
    }

    /** Returns the exit code. */
    abstract int run(Output out) throws Exception;

    TidingsClient client() {
        return api.client();
    }

    ApiOptions api() {
        return api;
    }

    CommandSpec spec() {
        return spec;
    }
}
