package dev.tidings.server.intake;

import dev.tidings.core.model.Channel;
import dev.tidings.core.model.NotificationType;
import dev.tidings.server.hot.TypeService;
import dev.tidings.server.template.Flaw;
import dev.tidings.server.template.TemplateService;
import dev.tidings.server.template.TemplateSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * What a tenant's requests are held against.
 *
 * @param types by name
 * @param templates by type, of those that have any
 */
public record Known(Map<String, NotificationType> types, Map<String, TemplateSet> templates) {

    public static CompletableFuture<Known> of(String tenant, TypeService types, TemplateService templates) {
        return types.all(tenant).thenCombine(templates.all(tenant), Known::new);
    }

    /** Null if there is none. */
    public NotificationType type(SendRequest request) {
        return types.get(name(request));
    }

    static String name(SendRequest request) {
        return request.type().orElse(NotificationType.DEFAULT.name());
    }

    /** Which revision of its templates a request is put into words with. */
    public int revision(SendRequest request) {
        return set(request).revision();
    }

    /** What the templates of the channels that it goes to lack in it. */
    List<FieldError> missing(SendRequest request, NotificationType type) {
        TemplateSet set = set(request);
        if (set.revision() == 0) {
            return List.of();
        }
        Set<Channel> channels = request.channels().isEmpty() ? type.channels() : request.channels();
        return set.missing(channels, request.content()).stream()
                .map(Known::error)
                .toList();
    }

    private TemplateSet set(SendRequest request) {
        return templates.getOrDefault(name(request), TemplateSet.NONE);
    }

    private static FieldError error(Flaw flaw) {
        return new FieldError(flaw.pointer(), flaw.value(), flaw.expected());
    }
}
