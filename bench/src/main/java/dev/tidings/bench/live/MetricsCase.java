package dev.tidings.bench.live;

import dev.tidings.bench.BoundedFigure;
import dev.tidings.bench.NumberSequence;
import dev.tidings.bench.ProcessUsage;
import dev.tidings.bench.Report;
import dev.tidings.bench.Spread;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Measures what scraping the metrics costs while the server handles 5,000 notifications a second: rounds with and without scrapes alternate. One
 * scrape a second would drown in the spread, so there are many, and the difference is divided by their number.
 */
public final class MetricsCase {
    private static final int USERS = 2_000;
    private static final int RATE = 5_000;
    private static final int SCRAPES_PER_SECOND = 20;
    /** One percent of a core. */
    private static final double MAX_THOUSANDTHS = 10;

    private final Report report;
    private final boolean quick;
    private final NumberSequence numbers = new NumberSequence();

    public MetricsCase(Report report, boolean quick) {
        this.report = report;
        this.quick = quick;
    }

    public void run(Path folder) throws IOException {
        JvmServer server = JvmServer.tidings(folder);
        try (LoadedServer loaded = new LoadedServer(server)) {
            loaded.open(USERS);
            int warmUp = quick ? 100_000 : 500_000;
            loaded.addressed(warmUp, numbers.reserve(warmUp));
            int count = RATE * (quick ? 4 : 10);
            scraped(server, loaded, count);
            List<Double> thousandths = new ArrayList<>();
            for (int round = 0; round < (quick ? 3 : 8); round++) {
                boolean first = round % 2 == 0;
                double one = first ? scraped(server, loaded, count) : plain(server, loaded, count);
                double other = first ? plain(server, loaded, count) : scraped(server, loaded, count);
                double extra = first ? one - other : other - one;
                thousandths.add(1_000 * extra / SCRAPES_PER_SECOND);
            }
            report.add(new BoundedFigure(
                    "service",
                    "service.metrics.cpu",
                    Spread.of(thousandths.stream().mapToDouble(Double::doubleValue)),
                    "thousandths of a core, scraped once a second",
                    MAX_THOUSANDTHS));
        }
    }

    /** CPU seconds per second. */
    private double plain(JvmServer server, LoadedServer loaded, int count) throws IOException {
        ProcessUsage before = server.usage();
        long start = System.nanoTime();
        loaded.paced(count, numbers.reserve(count), RATE);
        double seconds = (System.nanoTime() - start) / 1e9;
        return server.usage().since(before).cpuSeconds() / seconds;
    }

    private double scraped(JvmServer server, LoadedServer loaded, int count) throws IOException {
        try (Scraper scraper = new Scraper(server)) {
            double cpu = plain(server, loaded, count);
            scraper.check();
            return cpu;
        }
    }

    /** Scrapes at a fixed rate until it is closed. */
    private static final class Scraper implements AutoCloseable {
        private final HttpClient http = HttpClient.newHttpClient();
        private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
        private final HttpRequest request;
        private final AtomicInteger scrapes = new AtomicInteger();
        private volatile Exception failure;

        Scraper(JvmServer server) {
            request = HttpRequest.newBuilder(URI.create(server.url() + "/metrics"))
                    .header("Authorization", "Bearer " + server.key())
                    .build();
            timer.scheduleAtFixedRate(this::scrape, 0, 1_000 / SCRAPES_PER_SECOND, TimeUnit.MILLISECONDS);
        }

        private void scrape() {
            try {
                int status = http.send(request, BodyHandlers.discarding()).statusCode();
                if (status != 200) {
                    throw new IOException("status " + status + " of /metrics");
                }
                scrapes.incrementAndGet();
            } catch (IOException e) {
                failure = e;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        void check() throws IOException {
            if (failure != null || scrapes.get() == 0) {
                throw new IOException("the metrics could not be scraped", failure);
            }
        }

        @Override
        public void close() {
            timer.shutdownNow();
        }
    }
}
