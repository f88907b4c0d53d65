package dev.tidings.bench.service;

import dev.tidings.core.model.Content;
import dev.tidings.core.model.ResultPage;
import dev.tidings.core.model.UserKey;
import dev.tidings.core.model.UuidV7;
import dev.tidings.server.Tidings;
import dev.tidings.server.config.Config;
import dev.tidings.server.inbox.HistoryItem;
import dev.tidings.server.inbox.Inbox;
import dev.tidings.server.inbox.InboxFilter;
import dev.tidings.server.inbox.InboxItem;
import dev.tidings.server.inbox.Mark;
import dev.tidings.server.intake.Intake;
import dev.tidings.server.intake.SendRequest;
import dev.tidings.server.intake.Sender;
import dev.tidings.server.intake.SubmitResult;
import dev.tidings.server.service.Overrides;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;

/**
 * The reference: the same server with the same connections, authentication and parsing, but without storage. It discards notifications, and
 * every inbox is the same constant.
 */
final class NoStorageServer {
    private NoStorageServer() {}

    public static void main(String[] arguments) throws IOException {
        Config config = Config.load(Optional.empty(), System.getenv()).config();
        Tidings tidings = Tidings.start(
                config,
                InstantSource.system(),
                Overrides.NONE.withIntake(real -> new DiscardingIntake()).withInbox(real -> new ConstantInbox()));
        System.out.println("Tidings is up at " + tidings.url());
        while (System.in.read() >= 0) {
            // Runs until the parent process closes standard input.
        }
        System.exit(0);
    }

    private static UUID id() {
        return UuidV7.of(
                System.currentTimeMillis(), 0, ThreadLocalRandom.current().nextLong());
    }

    /** Accepts every request and discards it. */
    private static final class DiscardingIntake implements Intake {
        @Override
        public CompletableFuture<SubmitResult> submit(
                Sender sender, SendRequest request, Optional<String> idempotencyKey) {
            return CompletableFuture.completedFuture(new SubmitResult.Accepted(id(), false));
        }

        @Override
        public CompletableFuture<List<SubmitResult>> submitAll(Sender sender, List<SendRequest> requests) {
            List<SubmitResult> answers = new ArrayList<>(requests.size());
            requests.forEach(request -> answers.add(new SubmitResult.Accepted(id(), false)));
            return CompletableFuture.completedFuture(answers);
        }
    }

    /** Answers every read with the same page. */
    private static final class ConstantInbox implements Inbox {
        private static final ResultPage<InboxItem> PAGE = page();
        private volatile byte[] written;

        private static ResultPage<InboxItem> page() {
            List<InboxItem> items = new ArrayList<>();
            for (int i = 0; i < LoadClient.PAGE; i++) {
                Content content = new Content(
                        SampleNotifications.TITLE,
                        SampleNotifications.body(i),
                        SampleNotifications.data(i),
                        SampleNotifications.LINK);
                items.add(new InboxItem(id(), "default", "normal", content, Instant.now(), null, null, null));
            }
            return new ResultPage<>(items, Optional.of("AZ4ZGgVVcACAAAAAAAAAAAAAAAA"));
        }

        /** Serialised once; from then on a constant. */
        @Override
        public CompletableFuture<byte[]> firstPage(
                UserKey user, int limit, Function<ResultPage<InboxItem>, byte[]> writing) {
            byte[] page = written;
            if (page == null) {
                page = writing.apply(PAGE);
                written = page;
            }
            return CompletableFuture.completedFuture(page);
        }

        @Override
        public CompletableFuture<ResultPage<InboxItem>> page(
                UserKey user, InboxFilter filter, int limit, Optional<String> cursor) {
            return CompletableFuture.completedFuture(PAGE);
        }

        @Override
        public CompletableFuture<Boolean> mark(UserKey user, UUID notification, Mark mark) {
            return CompletableFuture.completedFuture(true);
        }

        @Override
        public CompletableFuture<Long> markAllRead(UserKey user) {
            return CompletableFuture.completedFuture(0L);
        }

        @Override
        public CompletableFuture<Long> unread(UserKey user) {
            return CompletableFuture.completedFuture(0L);
        }

        @Override
        public CompletableFuture<ResultPage<HistoryItem>> history(
                UserKey user, Instant since, int limit, Optional<String> cursor) {
            return CompletableFuture.completedFuture(new ResultPage<>(List.of(), Optional.empty()));
        }
    }
}
