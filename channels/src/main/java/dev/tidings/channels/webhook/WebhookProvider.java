package dev.tidings.channels.webhook;

import dev.tidings.channels.InFlightDeliveries;
import dev.tidings.core.delivery.Delivery;
import dev.tidings.core.delivery.Message;
import dev.tidings.core.delivery.Outcome;
import dev.tidings.core.delivery.Provider;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Delivers notifications to users as signed webhooks, one POST per delivery attempt. */
final class WebhookProvider implements Provider {
    private final InFlightDeliveries inFlight = new InFlightDeliveries();
    private final WebhookSender sender;
    private final List<WebhookSecret> secrets;
    private final Duration timeout;

    WebhookProvider(WebhookSender sender, List<WebhookSecret> secrets, Duration timeout) {
        this.sender = sender;
        this.secrets = secrets;
        this.timeout = timeout;
    }

    @Override
    public CompletableFuture<Outcome> deliver(Delivery delivery) {
        String body = ((Message.Webhook) delivery.message()).body();
        String tenant = delivery.user().tenant();
        return inFlight.start(
                () -> sender.send(tenant, delivery.address().value(), secrets, delivery.dedupeKey(), body, timeout));
    }

    @Override
    public Optional<String> problem() {
        return inFlight.problem();
    }

    @Override
    public void close() {
        inFlight.close(timeout);
        sender.close();
    }
}
