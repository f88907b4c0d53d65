package dev.tidings.lab;

import java.io.IOException;
import java.util.Arrays;

/**
 * The main class of a child JVM: runs the main class named by its first argument, and ends the process when the JVM that started it is
 * gone.
 *
 * <p>The parent holds the other end of our standard input and never writes to it. Whichever way the parent ends, kill -9 included, the
 * operating system closes that end, and the read returns. A shutdown hook in the parent could not promise this.
 *
 * <p>This class is alone on the child's class path, without the rest of the lab: it may use nothing but the JDK.
 */
final class ChildMain {
    private ChildMain() {}

    public static void main(String[] args) throws Exception {
        Thread watch = new Thread(ChildMain::endWithParent, "parent-watch");
        watch.setDaemon(true);
        watch.start();
        Class.forName(args[0]).getMethod("main", String[].class).invoke(null, (Object)
                Arrays.copyOfRange(args, 1, args.length));
    }

    private static void endWithParent() {
        try {
            while (System.in.read() >= 0) {
                // Nothing is ever said on this pipe; only its end counts.
            }
        } catch (IOException e) {
            // As good as its end.
        }
        // Not exit: nobody is left to wait for an orderly shutdown, and a hook that hangs would keep the orphan alive.
        Runtime.getRuntime().halt(1);
    }
}
