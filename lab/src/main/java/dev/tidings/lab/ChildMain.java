package dev.tidings.lab;

import java.io.IOException;
import java.util.Arrays;

/**
 * The main class of a child JVM: runs the main class named by its first argument, and ends the process when the parent JVM ends.
 *
 * <p>The parent holds the other end of standard input and never writes to it. However the parent ends, kill -9 included, the
 * operating system closes that end, and the read returns. A shutdown hook in the parent could not guarantee this.
 *
 * <p>The child's class path has this class but not the rest of the lab: it may use only the JDK.
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
                // Nothing is ever written to this pipe; only its end matters.
            }
        } catch (IOException e) {
            // Same as the end of the pipe.
        }
        // Not exit: an orderly shutdown is pointless now, and a hanging hook would keep the orphan alive.
        Runtime.getRuntime().halt(1);
    }
}
