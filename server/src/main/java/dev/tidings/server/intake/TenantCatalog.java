package dev.tidings.server.intake;

import dev.tidings.core.model.Channel;
import dev.tidings.core.model.NotificationType;
import dev.tidings.core.model.Priority;
import dev.tidings.server.types.TypeService;
import dev.tidings.server.validation.ClosestMatch;
import dev.tidings.server.validation.FieldError;
import dev.tidings.templates.TemplateError;
import dev.tidings.templates.TemplateInput;
import dev.tidings.templates.TemplateService;
import dev.tidings.templates.TemplateSet;
import dev.tidings.templates.UntemplatedMessages;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/**
 * The current types and templates of a tenant, read once per request or batch to validate it.
 *
 * @param types by name
 * @param templates by type, of those that have any
 */
public record TenantCatalog(Map<String, NotificationType> types, Map<String, TemplateSet> templates) {

    public static CompletableFuture<TenantCatalog> of(String tenant, TypeService types, TemplateService templates) {
        return types.all(tenant).thenCombine(templates.all(tenant), TenantCatalog::new);
    }

    /** Null if there is none. */
    public NotificationType type(SendRequest request) {
        return types.get(name(request));
    }

    private static String name(SendRequest request) {
        return request.type().orElse(NotificationType.DEFAULT.name());
    }

    /** The template revision that renders a request. */
    public int revision(SendRequest request) {
        return set(request).revision();
    }

    /** The reason why the tenant's current types and templates do not allow a request; empty if they do. */
    public Optional<SubmitResult> refusal(SendRequest request) {
        if (request.expiredError().isPresent()) {
            return Optional.of(
                    new SubmitResult.ExpiredRequest(request.expiredError().get()));
        }
        String name = name(request);
        NotificationType type = type(request);
        if (type == null) {
            return Optional.of(new SubmitResult.UnknownType(name, ClosestMatch.to(name, types.keySet())));
        }
        if (!type.active()) {
            return Optional.of(new SubmitResult.InactiveType(name));
        }
        Optional<Priority> tooUrgent =
                request.priority().filter(priority -> priority.moreUrgentThan(type.maxPriority()));
        if (tooUrgent.isPresent()) {
            return Optional.of(new SubmitResult.PriorityNotAllowed(name, tooUrgent.get(), type.maxPriority()));
        }
        return renderingProblem(request, type);
    }

    /**
     * The reason why the request can't be rendered on its channels: a template lacks a value, or the content exceeds the limit of a
     * channel. Independent of addresses: it is checked as if every user could be reached.
     */
    private Optional<SubmitResult> renderingProblem(SendRequest request, NotificationType type) {
        TemplateSet set = set(request);
        Set<Channel> channels = request.channels().isEmpty() ? type.channels() : request.channels();
        Optional<SubmitResult> nothingToShow = nothingToShow(request, set, channels);
        if (nothingToShow.isPresent()) {
            return nothingToShow;
        }
        TemplateInput given = new TemplateInput(request.content());
        List<TemplateError> missing = set.missing(channels, given);
        if (!missing.isEmpty()) {
            return Optional.of(new SubmitResult.MissingValues(errors(missing)));
        }
        List<TemplateError> tooLarge = set.tooLarge(channels, request.locale().orElse(null), given);
        return tooLarge.isEmpty() ? Optional.empty() : Optional.of(new SubmitResult.TooLarge(errors(tooLarge)));
    }

    /** A request without text that has a template on none of its channels. On some of them, the others are suppressed when it is routed. */
    private static Optional<SubmitResult> nothingToShow(SendRequest request, TemplateSet set, Set<Channel> channels) {
        if (channels.isEmpty()
                || UntemplatedMessages.hasText(request.content())
                || channels.stream().anyMatch(channel -> channel == Channel.WEBHOOK || set.covers(channel))) {
            return Optional.empty();
        }
        String names = channels.stream().map(Channel::wire).collect(Collectors.joining(", "));
        return Optional.of(new SubmitResult.MissingValues(List.of(new FieldError(
                "/title", request.content().title(), "a title, a body, or a template of the type for " + names))));
    }

    private TemplateSet set(SendRequest request) {
        return templates.getOrDefault(name(request), TemplateSet.NONE);
    }

    private static List<FieldError> errors(List<TemplateError> templateErrors) {
        return templateErrors.stream()
                .map(templateError ->
                        new FieldError(templateError.pointer(), templateError.value(), templateError.expected()))
                .toList();
    }
}
