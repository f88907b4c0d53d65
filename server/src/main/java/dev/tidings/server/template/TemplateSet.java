package dev.tidings.server.template;

import dev.tidings.core.deliver.Message;
import dev.tidings.core.deliver.TooLarge;
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

/** The templates of a type as they were at one revision. For any number of threads. */
public final class TemplateSet {
    /** Of a type that never had any. */
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
        } catch (InvalidTemplateException written) {
            // By a version with other rules. The tenant's other templates are not to go down with it.
            log.warn(
                    "the template of {} for {} in {} is not used: {}",
                    template.type(),
                    template.channel().wire(),
                    template.locale(),
                    written.flaws());
        }
    }

    /** @param newest the newest of each place at some moment, deleted ones included */
    static TemplateSet of(Collection<Template> newest) {
        int revision = newest.stream().mapToInt(Template::revision).max().orElse(0);
        return revision == 0 ? NONE : new TemplateSet(revision, newest);
    }

    /** What a notification carries, so that later it is put into these words. 0 if the type has no templates that are in use. */
    public int revision() {
        return active.isEmpty() ? 0 : revision;
    }

    /**
     * What a notification shows in the inbox. Empty if there is no template for it; the same if its data does not fit, which can only be
     * where the type's channels were changed after it was accepted. A request that says nothing itself is put into some language
     * rather than none: an inbox can't show a row without words.
     *
     * @param locale a language tag, or null
     * @param given what the request says. Parts that the template does not have stay as they are there
     */
    public Optional<Content> inApp(String locale, Content given) {
        boolean silent = given.title() == null && given.body() == null;
        return find(Channel.IN_APP, locale)
                .or(() -> silent ? anyLanguage(Channel.IN_APP) : Optional.empty())
                .flatMap(template -> template.render(new Given(given).scope()))
                .map(texts -> new Content(
                        texts.getOrDefault(Part.TITLE, given.title()),
                        texts.getOrDefault(Part.BODY, given.body()),
                        given.data(),
                        texts.getOrDefault(Part.DEEP_LINK, given.deepLink())));
    }

    /** The same for what leaves the house. An email has no address to unsubscribe at yet. */
    public Optional<Message> outbound(Channel channel, String locale, Content given) {
        return find(channel, locale).flatMap(template -> template.message(new Given(given)));
    }

    /** English, which most can make something of, or else always the same one. */
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
     * What a request lacks for the templates of some channels, in all languages: who reads it, and in which, is not known yet. Empty if
     * all of them can be used.
     */
    public List<Flaw> missing(Set<Channel> channels, Given given) {
        if (active.isEmpty()) {
            return List.of();
        }
        Lacking lacking = new Lacking();
        for (Map.Entry<Channel, Map<String, CompiledTemplate>> entry : active.entrySet()) {
            if (channels.contains(entry.getKey())) {
                for (CompiledTemplate template : entry.getValue().values()) {
                    template.check(given.scope(), given.data(), lacking);
                }
            }
        }
        return lacking.flaws();
    }

    /**
     * What of a request would be more than a channel takes, by its templates or as it is given, of one that lacks nothing.
     *
     * @param locale a language tag; if it is null, the words are of the user's language, and all of them are looked at
     */
    public List<Flaw> tooLarge(Set<Channel> channels, String locale, Given given) {
        Sizes sizes = null;
        for (Channel channel : TooLarge.CHANNELS) {
            if (channels.contains(channel)) {
                sizes = sizes == null ? new Sizes(given) : sizes;
                sizes.check(channel, ofChannel(channel), locale);
            }
        }
        return sizes == null ? List.of() : sizes.flaws();
    }
}
