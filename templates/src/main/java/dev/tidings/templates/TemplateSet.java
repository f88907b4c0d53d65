package dev.tidings.templates;

import dev.tidings.core.delivery.Message;
import dev.tidings.core.delivery.SizeViolation;
import dev.tidings.core.metadata.Tenant;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.Content;
import dev.tidings.core.model.Template;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All active templates of one notification type at one revision, for every channel and locale. Renders the inbox content or message of a
 * notification, and checks whether a request lacks values or is too large. Immutable and thread-safe.
 */
public final class TemplateSet {
    /** The set of a type that never had templates. */
    public static final TemplateSet NONE = new TemplateSet(0, Map.of(), Tenant.DEFAULT_LOCALE);

    private static final Logger log = LoggerFactory.getLogger(TemplateSet.class);

    private final int revision;
    private final Map<Channel, Map<String, CompiledTemplate>> active;
    private final String defaultLocale;

    private TemplateSet(int revision, Map<Channel, Map<String, CompiledTemplate>> active, String defaultLocale) {
        this.revision = revision;
        this.active = active;
        this.defaultLocale = defaultLocale;
    }

    private static void add(Template template, Map<Channel, Map<String, CompiledTemplate>> active) {
        try {
            CompiledTemplate compiled = new CompiledTemplate(template);
            active.computeIfAbsent(template.channel(), channel -> new HashMap<>())
                    .put(template.locale(), compiled);
        } catch (InvalidTemplateException invalid) {
            // Stored by a version with other rules. The tenant's other templates stay in use.
            log.warn(
                    "template of {} for {} in {} is invalid and skipped: {}",
                    template.type(),
                    template.channel().wire(),
                    template.locale(),
                    invalid.errors());
        }
    }

    /** @param newest the newest version of each channel and locale at some time, deleted ones included */
    static TemplateSet of(Collection<Template> newest, String defaultLocale) {
        int revision = newest.stream().mapToInt(Template::revision).max().orElse(0);
        if (revision == 0) {
            return NONE;
        }
        Map<Channel, Map<String, CompiledTemplate>> active = new EnumMap<>(Channel.class);
        for (Template template : newest) {
            if (template.active()) {
                add(template, active);
            }
        }
        return new TemplateSet(revision, active, defaultLocale);
    }

    /** The same templates for a tenant whose default locale has changed since. */
    TemplateSet withDefaultLocale(String locale) {
        return locale.equals(defaultLocale) ? this : new TemplateSet(revision, active, locale);
    }

    /**
     * The revision stored with a notification, so that it is rendered with these templates later. 0 if the type has no active
     * template.
     */
    public int revision() {
        return active.isEmpty() ? 0 : revision;
    }

    /**
     * Renders the inbox content of a notification. Empty if there is no template, or if the data does not fit, which is only possible
     * if the type's channels were changed after the notification was accepted.
     *
     * @param locale a language tag, or null
     * @param given the content of the request; it supplies the parts that the template does not have
     */
    public Optional<Content> inApp(String locale, Content given) {
        return find(Channel.IN_APP, locale, given)
                .flatMap(template -> template.render(new TemplateInput(given).scope()))
                .map(texts -> new Content(
                        texts.getOrDefault(TemplatePart.TITLE, given.title()),
                        texts.getOrDefault(TemplatePart.BODY, given.body()),
                        given.data(),
                        texts.getOrDefault(TemplatePart.DEEP_LINK, given.deepLink())));
    }

    /** Renders a message for outbound delivery in the same way. An email has no unsubscribe link yet. */
    public Optional<Message> outbound(Channel channel, String locale, Content given) {
        return find(channel, locale, given).flatMap(template -> template.message(new TemplateInput(given)));
    }

    /** The template that renders a channel, as it is shown to the sender: its path and version. */
    public Optional<String> source(Channel channel, String locale, Content given) {
        return find(channel, locale, given).map(CompiledTemplate::source);
    }

    /** Whether a channel has a template in any language. */
    public boolean covers(Channel channel) {
        return active.containsKey(channel);
    }

    /**
     * By locale, default locale, all languages, and the only template there is. A request without text of its own takes the first in order
     * of language tags otherwise, so that it is not lost and the choice is stable.
     */
    private Optional<CompiledTemplate> find(Channel channel, String locale, Content given) {
        Map<String, CompiledTemplate> byLocale = ofChannel(channel);
        CompiledTemplate found = Locales.find(byLocale, locale, defaultLocale);
        return found != null || UntemplatedMessages.hasText(given)
                ? Optional.ofNullable(found)
                : byLocale.keySet().stream().min(Comparator.naturalOrder()).map(byLocale::get);
    }

    private Map<String, CompiledTemplate> ofChannel(Channel channel) {
        return active.getOrDefault(channel, Map.of());
    }

    /**
     * The values a request lacks for the templates of the given channels, in all languages: the reader and the language are not known
     * yet. Empty if all templates can be rendered.
     */
    public List<TemplateError> missing(Set<Channel> channels, TemplateInput given) {
        if (active.isEmpty()) {
            return List.of();
        }
        MissingVariables missing = new MissingVariables();
        for (Map.Entry<Channel, Map<String, CompiledTemplate>> entry : active.entrySet()) {
            if (channels.contains(entry.getKey())) {
                for (CompiledTemplate template : entry.getValue().values()) {
                    template.check(given.scope(), given.data(), missing);
                }
            }
        }
        return missing.errors();
    }

    /**
     * The parts of a request that exceed the limit of a channel, rendered or as given; for a request that lacks nothing.
     *
     * @param locale a language tag; null checks all languages, because the user's is not known yet
     */
    public List<TemplateError> tooLarge(Set<Channel> channels, String locale, TemplateInput given) {
        SizeCheck sizeCheck = null;
        for (Channel channel : SizeViolation.CHANNELS) {
            if (channels.contains(channel)) {
                sizeCheck = sizeCheck == null ? new SizeCheck(given) : sizeCheck;
                sizeCheck.check(channel, ofChannel(channel), locale, defaultLocale);
            }
        }
        return sizeCheck == null ? List.of() : sizeCheck.errors();
    }
}
