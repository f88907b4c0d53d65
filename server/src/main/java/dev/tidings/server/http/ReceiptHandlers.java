package dev.tidings.server.http;

import dev.tidings.core.delivery.Receipt;
import dev.tidings.core.delivery.ReceiptReader;
import dev.tidings.core.metadata.ProviderAccount;
import dev.tidings.server.auth.BlockingPool;
import dev.tidings.server.delivery.Receipts;
import dev.tidings.server.provider.Providers;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Handles {@code POST /v1/receipts/{tenant}/{provider}}: verifies and reads delivery receipts in the provider's own format, and stores
 * them. The route is public; a receipt that the provider did not sign is refused.
 */
final class ReceiptHandlers {
    /** The headers that carry a signature or are signed. */
    private static final List<String> HEADERS = List.of(
            "authorization",
            "content-type",
            "x-twilio-signature",
            "webhook-id",
            "webhook-timestamp",
            "webhook-signature");

    private final Providers providers;
    private final Receipts receipts;
    private final BlockingPool blocking;
    private final String publicUrl;

    ReceiptHandlers(ApiContext api) {
        this.providers = api.delivery().providers();
        this.receipts = api.delivery().receipts();
        this.blocking = api.pools().receipts();
        this.publicUrl = api.config().http().baseUrl();
    }

    CompletionStage<ApiResponse> take(ApiRequest call) {
        String id = ProviderAccount.id(call.pathText("tenant"), call.pathText("provider"));
        return blocking.submit(() -> providers
                        .find(id)
                        .flatMap(open -> open.provider().receipts())
                        // An unsigned request must not reveal whether the account exists.
                        .orElseThrow(ReceiptHandlers::notAuthentic))
                .thenApply(reader -> read(reader, call))
                .thenCompose(read -> note(id, read));
    }

    private List<Receipt> read(ReceiptReader reader, ApiRequest call) {
        Map<String, String> headers = new TreeMap<>();
        HEADERS.forEach(name -> call.header(name).ifPresent(value -> headers.put(name, value)));
        String url = publicUrl + "/v1/receipts/" + call.path().get("tenant") + "/"
                + call.path().get("provider");
        try {
            return reader.read(new ReceiptReader.ReceiptRequest(url, headers, call.body()));
        } catch (ReceiptReader.NotAuthenticException e) {
            throw notAuthentic();
        } catch (IllegalArgumentException e) {
            throw new ProblemException(Problem.INVALID_REQUEST, e.getMessage());
        }
    }

    private CompletableFuture<ApiResponse> note(String id, List<Receipt> read) {
        List<CompletableFuture<Boolean>> noted =
                read.stream().map(receipt -> receipts.store(id, receipt)).toList();
        return CompletableFuture.allOf(noted.toArray(CompletableFuture[]::new)).thenApply(all -> {
            // The provider may resend the known ones: storing a receipt is idempotent.
            if (!noted.stream().allMatch(CompletableFuture::join)) {
                throw ProblemException.notFound("message of this provider");
            }
            return ApiResponse.noContent();
        });
    }

    private static ProblemException notAuthentic() {
        return new ProblemException(Problem.UNAUTHENTICATED, "expected a receipt signed by the provider");
    }
}
