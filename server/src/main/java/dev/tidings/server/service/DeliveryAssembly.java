package dev.tidings.server.service;

import dev.tidings.channels.apns.ApnsKind;
import dev.tidings.channels.capture.CaptureKind;
import dev.tidings.channels.fcm.FcmKind;
import dev.tidings.channels.http.PublicAddresses;
import dev.tidings.channels.smpp.SmppKind;
import dev.tidings.channels.smtp.SmtpKind;
import dev.tidings.channels.twilio.TwilioKind;
import dev.tidings.channels.webhook.WebhookKind;
import dev.tidings.channels.webhook.WebhookSender;
import dev.tidings.channels.webpush.WebPushKind;
import dev.tidings.core.delivery.ProviderKind;
import dev.tidings.core.delivery.Receipt;
import dev.tidings.server.auth.UnsubscribeLinks;
import dev.tidings.server.config.Config;
import dev.tidings.server.delivery.Backoff;
import dev.tidings.server.delivery.DeadLetters;
import dev.tidings.server.delivery.DeliveryContext;
import dev.tidings.server.delivery.DeliveryWorkers;
import dev.tidings.server.delivery.InFlightCalls;
import dev.tidings.server.delivery.Receipts;
import dev.tidings.server.provider.CircuitBreakerCollector;
import dev.tidings.server.provider.ProviderKinds;
import dev.tidings.server.provider.ProviderMeters;
import dev.tidings.server.provider.ProviderPool;
import dev.tidings.server.provider.Providers;
import dev.tidings.server.schedule.DelayQueue;
import dev.tidings.server.secret.Vault;
import dev.tidings.server.secret.VaultKeys;
import dev.tidings.server.storage.Closing;
import dev.tidings.server.storage.Storage;
import dev.tidings.server.users.Users;
import dev.tidings.server.webhook.Endpoints;
import dev.tidings.server.webhook.WebhookContext;
import dev.tidings.server.webhook.WebhookEventWorkers;
import dev.tidings.server.webhook.WebhookEvents;
import dev.tidings.server.webhook.WebhookReplay;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Wires and owns the components of outbound delivery: deliveries through providers and their receipts, and webhook events to the
 * tenants' servers.
 */
public final class DeliveryAssembly implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DeliveryAssembly.class);

    private final CaptureKind capture = new CaptureKind();
    private final PublicAddresses addresses;
    private final Providers providers;
    private final ProviderPool providerPool;
    private final UnsubscribeLinks unsubscribeLinks;
    /** Whether others than the developer may get mail with its links. */
    private final boolean hasPublicUrl;

    private final Endpoints endpoints;
    private final WebhookEvents events;
    private final Vault vault;
    private final DeliveryWorkers deliveryWorkers;
    private final Receipts receipts;
    private final DeadLetters deadLetters;
    private final WebhookReplay webhookReplay;
    private final WebhookEventWorkers webhookWorkers;

    DeliveryAssembly(
            Config config,
            Storage storage,
            Users users,
            DelayQueue delayed,
            InFlightCalls calls,
            List<ProviderKind> furtherKinds) {
        vault = new Vault(VaultKeys.of(config));
        addresses = new PublicAddresses(config.channels().allowPrivate());
        List<ProviderKind> kinds = new ArrayList<>(kinds(config.channels().allowPrivate()));
        kinds.addAll(furtherKinds);
        providers = new Providers(new Providers.ProviderComponents(
                storage.metadata(),
                vault,
                new ProviderKinds(kinds),
                capture,
                config.channels().capture(),
                storage.clock(),
                this::note));
        providerPool =
                new ProviderPool(providers, storage.clock(), System::nanoTime, new ProviderMeters(storage.metrics()));
        storage.metrics().getPrometheusRegistry().register(new CircuitBreakerCollector(providerPool));
        hasPublicUrl = !config.http().publicUrl().isEmpty();
        unsubscribeLinks =
                new UnsubscribeLinks(config.http().baseUrl(), vault.deriveKeys("unsubscribe"), storage.clock());
        endpoints = new Endpoints(storage.metadata(), vault, storage.clock());
        events = new WebhookEvents(endpoints, storage.ids(), storage.clock());
        DeliveryContext context =
                new DeliveryContext(config.delivery(), storage, users, delayed, providerPool, calls, events);
        deliveryWorkers = new DeliveryWorkers(context);
        receipts = new Receipts(context);
        deadLetters = new DeadLetters(storage.engine(), storage.log(), storage.ids(), storage.clock());
        webhookReplay = new WebhookReplay(storage.engine(), storage.log(), endpoints, storage.ids(), storage.clock());
        webhookWorkers = new WebhookEventWorkers(new WebhookContext(
                storage,
                delayed,
                endpoints,
                new WebhookSender(addresses, storage.clock()),
                Backoff.of(config.delivery()),
                users.erased()));
    }

    private List<ProviderKind> kinds(boolean allowPrivate) {
        return List.of(
                capture,
                new SmtpKind(addresses),
                new SmppKind(addresses),
                new ApnsKind(allowPrivate),
                new FcmKind(allowPrivate),
                new WebPushKind(addresses),
                new TwilioKind(allowPrivate),
                new WebhookKind(addresses));
    }

    /** Stores a receipt that a provider reports over its own connection. */
    private void note(String provider, Receipt receipt) {
        receipts.store(provider, receipt).whenComplete((known, failure) -> {
            if (failure != null) {
                LOG.warn("a receipt of provider {} could not be stored", provider, failure);
            } else if (!known) {
                LOG.warn("provider {} reports {} for an unknown message", provider, receipt.state());
            }
        });
    }

    void start() {
        if (hasPublicUrl && !unsubscribeLinks.isOneClick()) {
            LOG.warn(
                    "the public URL {} is not https: emails have no one-click unsubscribe (List-Unsubscribe-Post), which large"
                            + " mailbox providers require; set http.publicUrl",
                    unsubscribeLinks.base());
        }
        deliveryWorkers.start();
        webhookWorkers.start();
    }

    /** Call it when no more deliveries are handed over. */
    @Override
    public void close() {
        Closing.all(deliveryWorkers, webhookWorkers, providers);
    }

    /** Drops what is kept of a deleted tenant in memory: providers, endpoints and captured messages. */
    void forget(String tenant) {
        providers.forget(tenant);
        providerPool.forget(tenant);
        endpoints.forget(tenant);
        capture.clear(tenant);
        capture.script(tenant, List.of());
    }

    /** The providers in use, with their state. */
    public ProviderPool providerPool() {
        return providerPool;
    }

    /** The addresses that may be called, which also decide what may be entered. */
    public PublicAddresses addresses() {
        return addresses;
    }

    /** The messages that the capture provider recorded instead of sending. */
    public CaptureKind capture() {
        return capture;
    }

    /** Makes and reads the links in messages by which users unsubscribe. */
    public UnsubscribeLinks unsubscribeLinks() {
        return unsubscribeLinks;
    }

    Vault vault() {
        return vault;
    }

    public Providers providers() {
        return providers;
    }

    public Endpoints endpoints() {
        return endpoints;
    }

    WebhookEvents events() {
        return events;
    }

    public Receipts receipts() {
        return receipts;
    }

    public DeadLetters deadLetters() {
        return deadLetters;
    }

    public WebhookReplay webhookReplay() {
        return webhookReplay;
    }
}
