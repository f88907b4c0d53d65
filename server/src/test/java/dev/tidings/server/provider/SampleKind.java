package dev.tidings.server.provider;

import dev.tidings.core.delivery.AddressKind;
import dev.tidings.core.delivery.Delivery;
import dev.tidings.core.delivery.InvalidSettingException;
import dev.tidings.core.delivery.Outcome;
import dev.tidings.core.delivery.Provider;
import dev.tidings.core.delivery.ProviderKind;
import dev.tidings.core.delivery.ProviderSetting;
import dev.tidings.core.delivery.ProviderSettings;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/** A fake kind of provider with settings of every type. It records what it opened and leaks secrets in its exceptions. */
public final class SampleKind implements ProviderKind {
    /** A host for which opening fails with an unexpected exception whose message contains the password. */
    public static final String CURSED = "cursed.example";

    public final List<Opened> opened = new CopyOnWriteArrayList<>();
    private final String name;
    private final Set<AddressKind> carries;
    volatile boolean tooOld;

    public SampleKind(String name, AddressKind... carries) {
        this.name = name;
        this.carries = Set.of(carries);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Set<AddressKind> addressKinds() {
        return carries;
    }

    @Override
    public List<ProviderSetting> settings() {
        return List.of(
                ProviderSetting.required("host", "a host"),
                ProviderSetting.optional("port", "a number from 1 to 65535"),
                ProviderSetting.secret("password", "at least 5 characters"),
                ProviderSetting.optionalSecret("token", "a token"));
    }

    @Override
    public Provider open(ProviderSettings settings, ProviderContext context) {
        String password = settings.text("password");
        settings.integer("port", 25, 1, 65_535);
        if (tooOld) {
            throw new InvalidSettingException("host", settings.text("host"), "two hosts, since the upgrade");
        }
        if (settings.text("host").equals(CURSED)) {
            throw new IllegalArgumentException("I was given " + password);
        }
        if (password.length() < 5) {
            throw new InvalidSettingException("password", password, "at least 5 characters");
        }
        Opened provider = new Opened(settings, context);
        opened.add(provider);
        return provider;
    }

    /** An opened provider and its settings. */
    public static final class Opened implements Provider {
        public final ProviderSettings settings;
        public final ProviderContext context;
        public final CountDownLatch mayClose = new CountDownLatch(1);
        public final CompletableFuture<Void> closed = new CompletableFuture<>();
        volatile boolean slow;

        Opened(ProviderSettings settings, ProviderContext context) {
            this.settings = settings;
            this.context = context;
        }

        @Override
        public CompletableFuture<Outcome> deliver(Delivery delivery) {
            return CompletableFuture.completedFuture(new Outcome.Accepted("1"));
        }

        @Override
        public Optional<String> problem() {
            return closed.isDone() ? Optional.of("closed") : Optional.empty();
        }

        @Override
        public void close() {
            try {
                if (slow) {
                    mayClose.await();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            closed.complete(null);
        }
    }
}
