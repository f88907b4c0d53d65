package dev.tidings.channels.smtp;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.tidings.channels.TestTls;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** A mail server with scripted misbehaviour, which a correct server such as GreenMail can't simulate. */
final class ScriptedMailServer implements AutoCloseable {
    /** Never answers. */
    static final String HANG = "hang";
    /** Answers positively after the release. */
    static final String HOLD = "hold";
    /** Closes the connection instead of an answer. */
    static final String DROP = "drop";

    record Mail(String from, String to, byte[] content) {}

    private final ServerSocket server;
    private final TestTls tls;
    private final boolean fromTheStart;
    private final Map<String, String> answers = new ConcurrentHashMap<>();
    private final List<Socket> connections = new CopyOnWriteArrayList<>();
    private final List<CompletableFuture<Void>> held = new CopyOnWriteArrayList<>();
    final List<Mail> mails = new CopyOnWriteArrayList<>();
    final List<String> commands = new CopyOnWriteArrayList<>();
    final AtomicInteger accepted = new AtomicInteger();

    /** @param tls the key for STARTTLS; null if it is not offered */
    ScriptedMailServer(TestTls tls) throws IOException {
        this(tls, false);
    }

    /** @param fromTheStart whether TLS starts with the connection */
    ScriptedMailServer(TestTls tls, boolean fromTheStart) throws IOException {
        this.tls = tls;
        this.fromTheStart = fromTheStart;
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start(this::acceptAll);
    }

    int port() {
        return server.getLocalPort();
    }

    /** Sets the answer to a command: one of GREETING, EHLO, AUTH, MAIL, RCPT, DATA, DOT or RSET; null for the default. */
    void answer(String command, String answer) {
        answer("", command, answer);
    }

    /** Sets the answer to a command in mails to one address. */
    void answer(String to, String command, String answer) {
        if (answer == null) {
            answers.remove(to + " " + command);
        } else {
            answers.put(to + " " + command, answer);
        }
    }

    void release() {
        held.forEach(one -> one.complete(null));
    }

    /** Closes the open connections; new ones are accepted. */
    void dropConnections() {
        connections.forEach(ScriptedMailServer::quietly);
    }

    private void acceptAll() throws IOException {
        while (!server.isClosed()) {
            Socket socket = server.accept();
            accepted.incrementAndGet();
            connections.add(socket);
            if (server.isClosed()) {
                // It was accepted while the server was being closed.
                quietly(socket);
                return;
            }
            start(() -> new Conversation(socket).run());
        }
    }

    private interface Work {
        void run() throws IOException;
    }

    private static void start(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (IOException e) {
                // The client disconnected, or the server is closed.
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    private static void quietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // It is closed in any case.
        }
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            // It is closed in any case.
        }
        release();
        dropConnections();
    }

    private final class Conversation {
        private Socket socket;
        private InputStream in;
        private String from = "";
        private String to = "";

        Conversation(Socket socket) throws IOException {
            this.socket = socket;
            in = socket.getInputStream();
        }

        void run() throws IOException {
            try {
                if (fromTheStart) {
                    secure();
                }
                boolean goesOn = say("GREETING", "220 here");
                while (goesOn) {
                    String line = line();
                    commands.add(line);
                    goesOn = answered(line, line.split("[ :]")[0].toUpperCase(Locale.ROOT));
                }
            } finally {
                quietly(socket);
            }
        }

        private boolean answered(String line, String verb) throws IOException {
            return switch (verb) {
                case "EHLO" ->
                    say(
                            "EHLO",
                            "250-here\r\n" + (tls != null && !fromTheStart ? "250-STARTTLS\r\n" : "")
                                    + "250-AUTH PLAIN\r\n250 SIZE 5000000");
                case "STARTTLS" -> startTls();
                case "AUTH" -> say("AUTH", "235 2.7.0 welcome");
                case "MAIL" -> {
                    from = line.replaceAll(".*<(.*)>.*", "$1");
                    to = "";
                    yield say("MAIL", "250 2.1.0 ok");
                }
                case "RCPT" -> {
                    to = line.replaceAll(".*<(.*)>.*", "$1");
                    yield say("RCPT", "250 2.1.5 ok");
                }
                case "DATA" -> say("DATA", "354 go on") && (!going("DATA") || content());
                case "RSET" -> say("RSET", "250 2.0.0 ok");
                default -> false;
            };
        }

        private boolean going(String command) {
            String answer = scripted(command);
            return answer == null || answer.startsWith("354");
        }

        private boolean content() throws IOException {
            ByteArrayOutputStream content = new ByteArrayOutputStream();
            for (String line = line(); !line.equals("."); line = line()) {
                content.writeBytes(((line.startsWith(".") ? line.substring(1) : line) + "\r\n").getBytes(ISO_8859_1));
            }
            CompletableFuture<Void> released = new CompletableFuture<>();
            // Registered before the mail is visible to the test, which may ask for its release.
            held.add(released);
            mails.add(new Mail(from, to, content.toByteArray()));
            String answer = scripted("DOT");
            if (HOLD.equals(answer)) {
                released.join();
                return write("250 2.0.0 at last");
            }
            return say("DOT", "250 2.0.0 taken");
        }

        private String scripted(String command) {
            return answers.getOrDefault(to + " " + command, answers.get(" " + command));
        }

        private boolean say(String command, String usual) throws IOException {
            String answer = scripted(command);
            if (HANG.equals(answer)) {
                // Until the client gives up.
                in.read();
                return false;
            }
            if (DROP.equals(answer)) {
                return false;
            }
            return write(answer == null ? usual : answer);
        }

        private boolean write(String text) throws IOException {
            socket.getOutputStream().write((text + "\r\n").getBytes(ISO_8859_1));
            socket.getOutputStream().flush();
            return !text.startsWith("421");
        }

        private boolean startTls() throws IOException {
            write("220 go on");
            secure();
            return true;
        }

        private void secure() throws IOException {
            socket = tls.secure(socket);
            in = socket.getInputStream();
        }

        private String line() throws IOException {
            ByteArrayOutputStream line = new ByteArrayOutputStream();
            for (int c = in.read(); c >= 0; c = in.read()) {
                if (c == '\n') {
                    return line.toString(ISO_8859_1).replaceAll("\r$", "");
                }
                line.write(c);
            }
            throw new IOException("the client disconnected");
        }
    }
}
