package dev.tidings.templates;

import dev.tidings.core.model.Channel;
import dev.tidings.core.model.ResultPage;
import dev.tidings.core.model.Template;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Reads, changes and compiles the templates of all tenants, cached in memory. Used to accept and render notifications and by the template
 * API. Does not block unless noted.
 */
public interface TemplateService {

    /** The active templates by type. Types without any are absent. */
    CompletableFuture<Map<String, TemplateSet>> all(String tenant);

    /** The templates of a type at the revision a notification was accepted with. For workers: may block. */
    TemplateSet at(String tenant, String type, int revision);

    /** The templates of a type by channel and locale, inactive ones included. */
    CompletableFuture<List<Template>> list(String tenant, String type);

    CompletableFuture<ResultPage<Template>> versions(
            String tenant, String type, Channel channel, String locale, Optional<String> before, int limit);

    /**
     * Fails with an {@link InvalidTemplateException} if the template has errors, or if the type has too many templates.
     *
     * @return the stored template
     */
    CompletableFuture<Template> put(String tenant, Template template, String actor);

    /** Empty if it does not exist. */
    CompletableFuture<Optional<Template>> set(
            String tenant, String type, Channel channel, String locale, Template.State state, String actor);

    /** Invalidates the cache after templates were changed elsewhere: their type was deleted. */
    void forget(String tenant);
}
