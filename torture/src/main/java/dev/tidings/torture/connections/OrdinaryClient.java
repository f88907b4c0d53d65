package dev.tidings.torture.connections;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.tidings.torture.RunFindings;
import dev.tidings.torture.service.ServiceProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/** A client of its own address that checks the health of the service and sends notifications, each on a new connection. */
final class OrdinaryClient {
    private static final int TIMEOUT_MILLIS = 10_000;
    private static final String BODY = "{\"to\":{\"user\":\"alice\"},\"title\":\"Still here\"}";

    private final URI url;
    private final String send;
    private final RunFindings findings;

    OrdinaryClient(ServiceProcess service, RunFindings findings) throws IOException {
        url = service.url();
        send = "POST /v1/notifications HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer "
                + service.key() + "\r\nContent-Type: application/json\r\nContent-Length: " + BODY.length() + "\r\n\r\n"
                + BODY;
        this.findings = findings;
    }

    /** Makes this many calls of each kind; every one has to be answered. The 99th percentile of the time they take, in microseconds. */
    long call(int count) {
        List<Long> micros = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            micros.add(call("GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", "HTTP/1.1 200"));
            micros.add(call(send, "HTTP/1.1 202"));
        }
        findings.attempted("calls", micros.size());
        micros.sort(null);
        return micros.get((micros.size() - 1) * 99 / 100);
    }

    private long call(String request, String expected) {
        long began = System.nanoTime();
        String status;
        try (Socket socket = new Socket(url.getHost(), url.getPort())) {
            socket.setSoTimeout(TIMEOUT_MILLIS);
            socket.getOutputStream().write(request.getBytes(US_ASCII));
            status = new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII)).readLine();
        } catch (IOException e) {
            status = e.toString();
        }
        if (status == null || !status.startsWith(expected)) {
            findings.violated(ConnectionsRun.UNANSWERED, "got " + status + ", expected " + expected);
        }
        return (System.nanoTime() - began) / 1_000;
    }
}
