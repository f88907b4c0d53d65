package dev.tidings.templates;

import dev.tidings.core.delivery.Message;
import dev.tidings.core.delivery.SizeViolation;
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
    public static final TemplateSet NONE = new TemplateSet(0, List.of());

    private static final Logger log = LoggerFactory.getLogger(TemplateSet.class);

    private static final String ENGLISH = "en";

    private final int revision;
    private final Map<Channel, Map<String, CompiledTemplate>> active = new EnumMap<>(Channel.class);

    private TemplateSet(int revision, Collection<Template> templates) {
        this.revision = revision;
        for (Template template : templates) {
            if (template.active()) {
                add(template);
            }
        }
    }

    private void add(Template template) {
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
    static TemplateSet of(Collection<Template> newest) {
        int revision = newest.stream().mapToInt(Template::revision).max().orElse(0);
        return revision == 0 ? NONE : new TemplateSet(revision, newest);
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
     * if the type's channels were changed after the notification was accepted. A request without text of its own is rendered in any
     * available language: an inbox row needs text.
     *
     * @param locale a language tag, or null
     * @param given the content of the request; it supplies the parts that the template does not have
     */
    public Optional<Content> inApp(String locale, Content given) {
        boolean withoutText = given.title() == null && given.body() == null;
        return find(Channel.IN_APP, locale)
                .or(() -> withoutText ? anyLanguage(Channel.IN_APP) : Optional.empty())
                .flatMap(template -> template.render(new TemplateInput(given).scope()))
                .map(texts -> new Content(
                        texts.getOrDefault(TemplatePart.TITLE, given.title()),
                        texts.getOrDefault(TemplatePart.BODY, given.body()),
                        given.data(),
                        texts.getOrDefault(TemplatePart.DEEP_LINK, given.deepLink())));
    }

    /** Renders a message for outbound delivery in the same way. An email has no unsubscribe link yet. */
    public Optional<Message> outbound(Channel channel, String locale, Content given) {
        return find(channel, locale).flatMap(template -> template.message(new TemplateInput(given)));
    }

    /** English, or else the first in order of language tags, so that the choice is stable. */
    private Optional<CompiledTemplate> anyLanguage(Channel channel) {
        Map<String, CompiledTemplate> byLocale = ofChannel(channel);
        return Optional.ofNullable(byLocale.get(ENGLISH))
                .or(() -> byLocale.keySet().stream()
                        .min(Comparator.naturalOrder())
                        .map(byLocale::get));
    }

    private Optional<CompiledTemplate> find(Channel channel, String locale) {
        return Optional.ofNullable(Locales.find(ofChannel(channel), locale));
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
                sizeCheck.check(channel, ofChannel(channel), locale);
            }
        }
        return sizeCheck == null ? List.of() : sizeCheck.errors();
    }
}
