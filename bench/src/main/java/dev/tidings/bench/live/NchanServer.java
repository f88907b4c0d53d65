package dev.tidings.bench.live;

import dev.tidings.bench.OrphanGuard;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * An nginx server with the nchan module, a common choice for plain push: one channel per user, no authentication, messages in memory only.
 */
final class NchanServer implements LiveServer {
    private static final String CONFIGURATION = """
        load_module %s;
        %s
        daemon off;
        worker_processes %d;
        worker_rlimit_nofile 20000;
        pid nginx.pid;
        error_log stderr error;
        events { worker_connections 20000; }
        http {
          access_log off;
          client_body_temp_path body;
          proxy_temp_path proxy;
          fastcgi_temp_path fastcgi;
          uwsgi_temp_path uwsgi;
          scgi_temp_path scgi;
          client_header_timeout 1h;
          keepalive_timeout 1h;
          keepalive_requests 1000000000;
          tcp_nodelay on;
          nchan_shared_memory_size 1024M;
          nchan_message_buffer_length 10;
          nchan_message_timeout 1m;
          server {
            listen 127.0.0.1:%d reuseport backlog=4096;
            location ~ /sub/(\\w+)$ {
              nchan_subscriber websocket;
              nchan_channel_id $1;
              nchan_subscriber_first_message newest;
            }
            location ~ /pub/(\\w+)$ {
              nchan_publisher;
              nchan_channel_id $1;
            }
          }
        }
        """;
    private static final List<Path> PROGRAMS = List.of(Path.of("/usr/sbin/nginx"), Path.of("/usr/bin/nginx"));
    private static final List<Path> MODULES = List.of(
            Path.of("/usr/lib/nginx/modules/ngx_nchan_module.so"),
            Path.of("/usr/lib64/nginx/modules/ngx_nchan_module.so"));
    private static final String PACKAGES = "nginx-light libnginx-mod-nchan";
    private static final Duration INSTALL_TIMEOUT = Duration.ofMinutes(3);
    private static final Duration START_TIMEOUT = Duration.ofSeconds(10);

    private final int port;
    private final Process nginx;
    private final Process watcher;

    private NchanServer(int port, Process nginx, Process watcher) {
        this.port = port;
        this.nginx = nginx;
        this.watcher = watcher;
    }

    /** nginx with nchan is not installed, could not be installed, or does not start. */
    static final class MissingException extends IOException {
        private static final long serialVersionUID = 1;

        MissingException(String message) {
            super(message);
        }
    }

    static NchanServer start(Path folder) throws IOException {
        if (find(PROGRAMS) == null || find(MODULES) == null) {
            install();
        }
        Path program = find(PROGRAMS);
        Path module = find(MODULES);
        if (program == null || module == null) {
            throw new MissingException("nginx with nchan is not installed; on Debian it is in " + PACKAGES);
        }
        Files.createDirectories(folder);
        int port = freePort();
        // The default user of the workers may lack access to this folder.
        String user = isRoot() ? "user root;" : "";
        int workers = Runtime.getRuntime().availableProcessors();
        Path configuration = Files.writeString(
                folder.resolve("nginx.conf"), String.format(CONFIGURATION, module, user, workers, port));
        Process nginx = new ProcessBuilder(
                        program.toString(), "-p", folder.toString(), "-e", "stderr", "-c", configuration.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            awaitUp(nginx, port);
            return new NchanServer(port, nginx, OrphanGuard.killOnExit("TERM", Long.toString(nginx.pid())));
        } catch (IOException e) {
            nginx.destroy();
            throw e;
        }
    }

    private static Path find(List<Path> candidates) {
        return candidates.stream().filter(Files::exists).findFirst().orElse(null);
    }

    private static boolean isRoot() {
        return System.getProperty("user.name").equals("root");
    }

    /** Installs the packages if this needs no password. The caller detects failure by the files still missing. */
    private static void install() throws IOException {
        if (!isRoot() || !Files.exists(Path.of("/usr/bin/apt-get"))) {
            return;
        }
        System.err.println("installing " + PACKAGES + " for the comparison");
        Process apt = new ProcessBuilder("sh", "-c", "apt-get install -y --no-install-recommends " + PACKAGES)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        apt.getOutputStream().close();
        try {
            if (!apt.waitFor(INSTALL_TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
                apt.destroy();
            }
        } catch (InterruptedException e) {
            apt.destroy();
            Thread.currentThread().interrupt();
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static void awaitUp(Process nginx, int port) throws IOException {
        long deadline = System.nanoTime() + START_TIMEOUT.toNanos();
        while (true) {
            try {
                new Socket(InetAddress.getLoopbackAddress(), port).close();
                return;
            } catch (IOException notYet) {
                if (!nginx.isAlive() || System.nanoTime() > deadline) {
                    throw new MissingException("nginx did not start; its output is above");
                }
                LockSupport.parkNanos(20_000_000);
            }
        }
    }

    @Override
    public String name() {
        return "nchan";
    }

    @Override
    public String url() {
        return "http://127.0.0.1:" + port;
    }

    private Stream<ProcessHandle> processes() {
        return Stream.concat(Stream.of(nginx.toHandle()), nginx.descendants());
    }

    @Override
    public double cpuSeconds() {
        return processes()
                .mapToDouble(process ->
                        process.info().totalCpuDuration().orElse(Duration.ZERO).toNanos() / 1e9)
                .sum();
    }

    @Override
    public ServerMemory memory() throws IOException {
        double resident = 0;
        for (ProcessHandle process : processes().toList()) {
            resident += ProcFs.bytes(process.pid(), "Pss");
        }
        return new ServerMemory(0, resident);
    }

    @Override
    public long openFiles() throws IOException {
        long open = 0;
        for (ProcessHandle process : processes().toList()) {
            open += ProcFs.openFiles(process.pid());
        }
        return open;
    }

    @Override
    public void close() {
        watcher.destroyForcibly();
        nginx.destroy();
        try {
            nginx.waitFor();
        } catch (InterruptedException e) {
            nginx.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
