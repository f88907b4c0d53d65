package dev.tidings.server.template;

import dev.tidings.core.meta.Slice;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.Template;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** The templates of every tenant, those in use from memory once they were read. Does not block unless said. */
public interface TemplateService {

    /** Those that are in force, by type. Types without any are missing. */
    CompletableFuture<Map<String, TemplateSet>> all(String tenant);

    /** As a type's were at a revision that a notification was accepted with. For workers: may block. */
    TemplateSet at(String tenant, String type, int revision);

    /** Those of a type, by channel and locale, also those that are not in use. */
    CompletableFuture<List<Template>> list(String tenant, String type);

    CompletableFuture<Slice<Template>> versions(
            String tenant, String type, Channel channel, String locale, Optional<String> before, int limit);

    /**
     * Fails with an {@link InvalidTemplateException} if it can't be used, or if the type has more than anybody needs.
     *
     * @return as it is stored
     */
    CompletableFuture<Template> put(String tenant, Template template, String actor);

    /** Empty if there is none. */
    CompletableFuture<Optional<Template>> set(
            String tenant, String type, Channel channel, String locale, Template.State state, String actor);

    /** Templates were changed by others: their type was deleted. */
    void forget(String tenant);
}
