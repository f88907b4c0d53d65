package dev.tidings.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidings.core.metadata.Contact;
import dev.tidings.core.metadata.MetadataStore;
import dev.tidings.core.metadata.PreferencePatch;
import dev.tidings.core.metadata.Tenant;
import dev.tidings.core.metadata.UserProfile;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.NotificationType;
import dev.tidings.server.auth.BlockingPool;
import dev.tidings.server.auth.UnsubscribeLinks;
import dev.tidings.server.auth.UnsubscribeLinks.Unsubscription;
import dev.tidings.server.erasure.ErasedUsers;
import dev.tidings.server.types.TypeService;
import dev.tidings.server.users.ContactService;
import dev.tidings.server.users.PreferenceService;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Serves the unsubscribe links of emails (RFC 8058). A GET changes nothing, since mail clients and virus scanners follow all links;
 * only a POST unsubscribes, sent by the mail client's button or by the button of the page. The page names sender and type, in the user's
 * language.
 */
final class UnsubscribeHandlers {
    static final String ACCEPT_LANGUAGE = "Accept-Language";

    private final UnsubscribeLinks links;
    private final PreferenceService preferences;
    private final ContactService contacts;
    private final TypeService types;
    private final MetadataStore.Tenants tenants;
    private final BlockingPool calls;
    private final ErasedUsers erased;

    /** The content of a page. */
    private record Shown(UnsubscribePage page, String sender, String type) {
        String asking() {
            return page.asking(sender, type);
        }

        String confirming() {
            return page.confirming(sender, type);
        }
    }

    UnsubscribeHandlers(ApiContext api) {
        this.links = api.delivery().unsubscribeLinks();
        this.preferences = api.users().preferences();
        this.contacts = api.users().contacts();
        this.types = api.users().types();
        this.tenants = api.service().storage().metadata().tenants();
        this.calls = api.pools().metadata();
        this.erased = api.users().erased();
    }

    CompletionStage<ApiResponse> ask(ApiRequest call) {
        return ofTenant(call, found -> answer(call, found, Shown::asking));
    }

    CompletionStage<ApiResponse> unsubscribe(ApiRequest call) {
        return ofTenant(
                call,
                found -> preferences
                        .change(found.user(), patch(found.type()), "unsubscribe link")
                        .thenCompose(changed -> answer(call, found, Shown::confirming)));
    }

    /** A link of a tenant that was deleted is unknown, also if a new tenant has the same id. */
    private CompletableFuture<ApiResponse> ofTenant(
            ApiRequest call, Function<Unsubscription, CompletableFuture<ApiResponse>> answer) {
        Optional<Unsubscription> link = links.read(call.pathText("token"))
                .filter(found -> !erased.isErased(found.user().tenant(), found.madeBefore()));
        return link.isEmpty()
                ? gone(call)
                : calls.submit(() -> tenants.find(link.get().user().tenant()))
                        .thenCompose(tenant -> tenant.isEmpty() ? gone(call) : answer.apply(link.get()));
    }

    private static PreferencePatch patch(String type) {
        return new PreferencePatch(Map.of(), Map.of(), Map.of(type, Map.of(Channel.EMAIL, Optional.of(false))));
    }

    private CompletableFuture<ApiResponse> answer(
            ApiRequest call, Unsubscription found, Function<Shown, String> content) {
        return contacts.find(found.user())
                .thenCompose(contact -> calls.submit(() -> shown(call, found, contact)))
                .thenApply(shown -> html(200, content.apply(shown)));
    }

    private Shown shown(ApiRequest call, Unsubscription found, Contact contact) {
        Optional<Tenant> tenant = tenants.find(found.user().tenant());
        UnsubscribePage page = UnsubscribePage.in(
                contact.profile().flatMap(UserProfile::locale),
                call.header(ACCEPT_LANGUAGE),
                tenant.map(Tenant::defaultLocale).orElse(Tenant.DEFAULT_LOCALE));
        String type = types.current(found.user().tenant(), found.type())
                .map(NotificationType::label)
                .orElse(found.type());
        return new Shown(page, tenant.map(Tenant::name).orElse(found.user().tenant()), type);
    }

    private static CompletableFuture<ApiResponse> gone(ApiRequest call) {
        UnsubscribePage page =
                UnsubscribePage.in(Optional.empty(), call.header(ACCEPT_LANGUAGE), Tenant.DEFAULT_LOCALE);
        return CompletableFuture.completedFuture(html(404, page.refusing()));
    }

    private static ApiResponse html(int status, String page) {
        return new ApiResponse(
                status,
                "text/html; charset=utf-8",
                page.getBytes(UTF_8),
                Map.of(
                        "Cache-Control",
                        "no-store",
                        "Content-Security-Policy",
                        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none';"
                                + " frame-ancestors 'none'",
                        "Referrer-Policy",
                        "no-referrer"));
    }
}
