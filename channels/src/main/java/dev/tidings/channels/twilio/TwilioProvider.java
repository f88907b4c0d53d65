package dev.tidings.channels.twilio;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidings.channels.InFlightDeliveries;
import dev.tidings.channels.http.HttpCaller;
import dev.tidings.core.delivery.Delivery;
import dev.tidings.core.delivery.Message;
import dev.tidings.core.delivery.Outcome;
import dev.tidings.core.delivery.Provider;
import dev.tidings.core.delivery.ProviderKind;
import dev.tidings.core.delivery.ReceiptReader;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Sends text messages through the Messages API of one Twilio account. */
final class TwilioProvider implements Provider {
    private static final int MAX_CHARACTERS = 1_600;
    /** Twilio's own limit for the validity of a message. */
    private static final Duration MAX_VALIDITY = Duration.ofHours(10);

    private final InFlightDeliveries inFlight = new InFlightDeliveries();
    private final TwilioAccount account;
    private final ProviderKind.ProviderContext context;
    private final HttpCaller http;
    private final URI messages;

    TwilioProvider(TwilioAccount account, URI base, ProviderKind.ProviderContext context) {
        this.account = account;
        this.context = context;
        http = new HttpCaller(context.timeout());
        messages = base.resolve("/2010-04-01/Accounts/" + account.sid() + "/Messages.json");
    }

    @Override
    public CompletableFuture<Outcome> deliver(Delivery delivery) {
        return inFlight.start(() -> attempt(delivery));
    }

    private CompletableFuture<Outcome> attempt(Delivery delivery) {
        String text = ((Message.Sms) delivery.message()).text();
        if (tooLong(text)) {
            return CompletableFuture.completedFuture(
                    new Outcome.Rejected("payload_too_large", "expected at most " + MAX_CHARACTERS + " characters"));
        }
        HttpRequest request = HttpRequest.newBuilder(messages)
                .header("Authorization", account.basic())
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header("Accept", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(form(delivery, text)))
                .build();
        return http.send(
                request,
                answer -> TwilioResponses.outcome(answer, context.clock().instant()));
    }

    static boolean tooLong(String text) {
        return text.codePointCount(0, text.length()) > MAX_CHARACTERS;
    }

    private String form(Delivery delivery, String text) {
        StringBuilder form = new StringBuilder();
        field(form, "To", delivery.address().value());
        field(form, account.senderField(), account.sender());
        field(form, "Body", text);
        if (account.callback() != null) {
            field(form, "StatusCallback", account.callback());
        }
        if (delivery.expiresAt() != null) {
            Duration left = Duration.between(context.clock().instant(), delivery.expiresAt());
            if (left.compareTo(MAX_VALIDITY) < 0) {
                field(form, "ValidityPeriod", "" + Math.max(1, left.toSeconds()));
            }
        }
        return form.toString();
    }

    private static void field(StringBuilder form, String name, String value) {
        form.append(form.isEmpty() ? "" : "&").append(name).append('=').append(URLEncoder.encode(value, UTF_8));
    }

    @Override
    public Optional<ReceiptReader> receipts() {
        return Optional.of(new TwilioReceipts(account.authToken()));
    }

    @Override
    public Optional<String> problem() {
        return inFlight.problem();
    }

    @Override
    public void close() {
        inFlight.close(context.timeout());
    }
}
