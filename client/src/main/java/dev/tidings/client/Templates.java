package dev.tidings.client;

import dev.tidings.client.model.Channel;
import dev.tidings.client.model.Template;
import dev.tidings.client.model.TemplatePreview;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The templates of a notification type, one per channel and locale.
 *
 * <pre>{@code
 * tidings.templates("order_shipped").put(
 *         Channel.PUSH, "und", Map.of("title", "Order {{order}} has shipped"), List.of("order"));
 * }</pre>
 */
public final class Templates {
    private final HttpCalls calls;
    private final String type;

    Templates(HttpCalls calls, String type) {
        this.calls = calls;
        this.type = type;
    }

    private ApiRequest to(Operation operation, Channel channel, String locale) {
        return calls.to(operation, type, channel.wire(), locale);
    }

    /** All, including inactive ones. */
    public List<Template> list() {
        return calls.to(Operation.LIST_TEMPLATES, type).items(Template.class);
    }

    public Template get(Channel channel, String locale) {
        return to(Operation.GET_TEMPLATE, channel, locale).as(Template.class);
    }

    /**
     * Creates or replaces a template.
     *
     * @param locale a language tag, or {@code und} for all other locales
     * @param parts Mustache texts by the name of their part
     * @param variables all variables that the parts use
     */
    public Template put(Channel channel, String locale, Map<String, String> parts, List<String> variables) {
        return to(Operation.PUT_TEMPLATE, channel, locale)
                .json(Map.of("parts", parts, "variables", variables))
                .as(Template.class);
    }

    public void delete(Channel channel, String locale) {
        to(Operation.DELETE_TEMPLATE, channel, locale).send();
    }

    /** Newest first. */
    public Pages<Template> versions(Channel channel, String locale) {
        return new Pages<>(() -> to(Operation.LIST_TEMPLATE_VERSIONS, channel, locale), Template.class);
    }

    public Template activate(Channel channel, String locale) {
        return to(Operation.ACTIVATE_TEMPLATE, channel, locale).as(Template.class);
    }

    public Template deactivate(Channel channel, String locale) {
        return to(Operation.DEACTIVATE_TEMPLATE, channel, locale).as(Template.class);
    }

    /** Renders the stored template, or the given parts, and returns the rendered parts. */
    public Map<String, String> preview(Channel channel, String locale, TemplatePreview values) {
        Map<String, String> parts = new HashMap<>();
        to(Operation.PREVIEW_TEMPLATE, channel, locale)
                .json(values)
                .json()
                .path("parts")
                .properties()
                .forEach(part -> parts.put(part.getKey(), part.getValue().asText()));
        return parts;
    }
}
