package dev.tidings.server;

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
import dev.tidings.core.log.Log;
import dev.tidings.core.metadata.MetadataStore;
import dev.tidings.server.config.Config;
import dev.tidings.server.delivery.Backoff;
import dev.tidings.server.delivery.DeadLetters;
import dev.tidings.server.delivery.DeliveryWorkers;
import dev.tidings.server.delivery.InFlightCalls;
import dev.tidings.server.delivery.Receipts;
import dev.tidings.server.ids.IdGenerator;
import dev.tidings.server.provider.ProviderKinds;
import dev.tidings.server.provider.ProviderPool;
import dev.tidings.server.provider.Providers;
import dev.tidings.server.schedule.DelayQueue;
import dev.tidings.server.secret.Vault;
import dev.tidings.server.types.TypeService;
import dev.tidings.server.users.ContactService;
import dev.tidings.server.users.PreferenceService;
import dev.tidings.server.webhook.Endpoints;
import dev.tidings.server.webhook.WebhookEventWorkers;
import dev.tidings.server.webhook.WebhookEvents;
import dev.tidings.server.webhook.WebhookReplay;
import dev.tidings.widecolumn.Engine;
import java.time.InstantSource;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Wires and owns the components of outbound delivery: deliveries through providers and their receipts, and webhook events to the
 * tenants' servers.
 */
final class DeliveryAssembly {
    private static final Logger LOG = LoggerFactory.getLogger(DeliveryAssembly.class);

    private final CaptureKind capture = new CaptureKind();
    private final Providers providers;
    private final ProviderPool providerPool;
    private final Endpoints endpoints;
    private final WebhookEvents events;
    private final DeliveryWorkers deliveryWorkers;
    private final Receipts receipts;
    private final DeadLetters deadLetters;
    private final WebhookReplay webhookReplay;
    private final WebhookEventWorkers webhookWorkers;

    record DeliveryDependencies(
            MetadataStore metadata,
            Engine engine,
            Log log,
            DelayQueue later,
            PreferenceService preferences,
            ContactService contacts,
            TypeService types,
            InFlightCalls calls,
            Vault vault,
            IdGenerator ids,
            InstantSource clock) {}

    DeliveryAssembly(Config config, DeliveryDependencies parts) {
        PublicAddresses addresses = new PublicAddresses(config.channels().allowPrivate());
        providers = new Providers(new Providers.ProviderComponents(
                parts.metadata(),
                parts.vault(),
                new ProviderKinds(kinds(addresses, config.channels().allowPrivate())),
                capture,
                config.channels().capture(),
                parts.clock(),
                this::note));
        providerPool = new ProviderPool(providers, System::nanoTime);
        endpoints = new Endpoints(parts.metadata(), parts.vault(), parts.clock());
        events = new WebhookEvents(endpoints, parts.ids(), parts.clock());
        Backoff backoff = new Backoff(
                config.delivery().firstRetryDelay(),
                config.delivery().maxRetryDelay(),
                config.delivery().attempts());
        DeliveryWorkers.DeliveryComponents delivering = new DeliveryWorkers.DeliveryComponents(
                parts.engine(),
                parts.log(),
                parts.later(),
                parts.preferences(),
                parts.contacts(),
                parts.types(),
                providerPool,
                parts.calls(),
                events,
                parts.ids(),
                parts.clock());
        deliveryWorkers = new DeliveryWorkers(
                delivering,
                new DeliveryWorkers.DeliveryOptions(
                        config.delivery().workers(),
                        config.delivery().batch(),
                        backoff,
                        config.delivery().giveUpAfter()));
        receipts = new Receipts(delivering);
        deadLetters = new DeadLetters(parts.engine(), parts.log(), parts.ids(), parts.clock());
        webhookReplay = new WebhookReplay(parts.engine(), parts.log(), endpoints, parts.ids(), parts.clock());
        webhookWorkers = new WebhookEventWorkers(new WebhookEventWorkers.WebhookComponents(
                parts.engine(),
                parts.log(),
                parts.later(),
                endpoints,
                new WebhookSender(addresses, parts.clock()),
                parts.ids(),
                parts.clock(),
                backoff));
    }

    private List<ProviderKind> kinds(PublicAddresses addresses, boolean allowPrivate) {
        return List.of(
                capture,
                new SmtpKind(addresses),
                new SmppKind(addresses),
                new ApnsKind(allowPrivate),
                new FcmKind(allowPrivate),
                allowPrivate ? WebPushKind.onLoopback() : new WebPushKind(addresses),
                new TwilioKind(allowPrivate),
                new WebhookKind(allowPrivate));
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
        deliveryWorkers.start();
        webhookWorkers.start();
    }

    /** In closing order, once no more deliveries are handed over. */
    List<AutoCloseable> closeables() {
        return List.of(deliveryWorkers, webhookWorkers, providers);
    }

    ProviderPool providerPool() {
        return providerPool;
    }

    CaptureKind capture() {
        return capture;
    }

    Providers providers() {
        return providers;
    }

    Endpoints endpoints() {
        return endpoints;
    }

    WebhookEvents events() {
        return events;
    }

    Receipts receipts() {
        return receipts;
    }

    DeadLetters deadLetters() {
        return deadLetters;
    }

    WebhookReplay webhookReplay() {
        return webhookReplay;
    }
}
