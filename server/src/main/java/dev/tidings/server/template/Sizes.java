package dev.tidings.server.template;

import dev.tidings.core.deliver.Message;
import dev.tidings.core.deliver.Segments;
import dev.tidings.core.deliver.TooLarge;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.Content;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Finds out what a request would say that is more than its channel takes. Every request passes here, so nothing is put into words that
 * is seen to fit by the lengths of what it is made of; see {@link CompiledTemplate#surelyFits}.
 */
final class Sizes {
    /** More would not help anybody: the same data is too long in each language. */
    private static final int MOST = 20;

    private final Given given;
    private final List<Flaw> flaws = new ArrayList<>();

    Sizes(Given given) {
        this.given = given;
    }

    /**
     * Notes what is too large on a channel.
     *
     * @param templates those of the channel, by locale
     * @param locale the one that is asked for, or null: then it is the user's, who may have any
     */
    void check(Channel channel, Map<String, CompiledTemplate> templates, String locale) {
        if (locale != null) {
            CompiledTemplate template = Locales.find(templates, locale);
            if (template == null) {
                plain(channel);
            } else {
                check(template);
            }
            return;
        }
        if (Locales.find(templates, null) == null) {
            plain(channel);
        }
        if (templates.size() == 1) {
            templates.values().forEach(this::check);
        } else {
            new TreeMap<>(templates).values().forEach(this::check);
        }
    }

    private void plain(Channel channel) {
        Content content = given.content();
        if (!AsGiven.hasWords(content)) {
            return;
        }
        boolean push = channel == Channel.PUSH;
        if (!push && Segments.surelyFit(1L + length(content.title()) + length(content.body()))) {
            return;
        }
        Message message = push ? AsGiven.push(content) : AsGiven.sms(content);
        TooLarge.of(message).ifPresent(found -> {
            Longest longest = new Longest("/title", content.title()).or("/body", content.body());
            if (push) {
                longest = longest.or("/data", content.data()).or("/deepLink", content.deepLink());
            }
            add(longest.pointer(), found.size(), found.expected());
        });
    }

    void check(CompiledTemplate template) {
        if (flaws.size() >= MOST || template.surelyFits(given)) {
            return;
        }
        template.message(given)
                .flatMap(TooLarge::of)
                .ifPresent(found -> add(
                        template.longest(given.content()).pointer(),
                        found.size(),
                        found.expected() + ": what " + template.described() + " makes of it"));
    }

    private void add(String pointer, String value, String expected) {
        if (flaws.size() < MOST) {
            flaws.add(new Flaw(pointer, value, expected));
        }
    }

    List<Flaw> flaws() {
        return List.copyOf(flaws);
    }

    private static int length(String text) {
        return text == null ? 0 : text.length();
    }

    /** The field that whoever has to say less should look at first. */
    record Longest(String pointer, int length) {
        static final Longest NONE = new Longest("", 0);

        Longest(String pointer, String text) {
            this(text == null ? "" : pointer, Sizes.length(text));
        }

        Longest or(String other, String text) {
            return Sizes.length(text) > length ? new Longest(other, text) : this;
        }
    }
}
