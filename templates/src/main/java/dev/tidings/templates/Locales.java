package dev.tidings.templates;

import dev.tidings.core.model.Template;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Canonicalizes language tags, and finds the best match for one: the tag itself and less specific ones, the same for the tenant's default
 * locale, the tag for all languages, and the only one there is.
 */
public final class Locales {
    private Locales() {}

    /** One spelling for each language tag: pt-br and pt-BR are the same. */
    public static String canonical(String tag) {
        return Locale.forLanguageTag(tag).toLanguageTag();
    }

    /**
     * The best match; null if there is none.
     *
     * @param tag the preferred one, or null
     */
    static <T> T find(Map<String, T> byTag, String tag, String defaultLocale) {
        if (byTag.isEmpty()) {
            return null;
        }
        T found = firstOf(byTag, fallback(tag));
        found = found != null ? found : firstOf(byTag, fallback(defaultLocale));
        found = found != null ? found : byTag.get(Template.ANY_LOCALE);
        return found == null && byTag.size() == 1 ? byTag.values().iterator().next() : found;
    }

    private static <T> T firstOf(Map<String, T> byTag, List<String> tags) {
        for (String tag : tags) {
            T found = byTag.get(tag);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    /** From the most to the least specific tag: pt-BR, pt (RFC 4647, section 3.4). */
    private static List<String> fallback(String tag) {
        List<String> tags = new ArrayList<>();
        String rest = tag == null ? "" : canonical(tag);
        while (!rest.isEmpty() && !rest.equals(Template.ANY_LOCALE)) {
            tags.add(rest);
            int cut = rest.lastIndexOf('-');
            // A single-letter subtag introduces the one after it, and is removed together with it.
            if (cut >= 2 && rest.charAt(cut - 2) == '-') {
                cut -= 2;
            }
            rest = cut < 0 ? "" : rest.substring(0, cut);
        }
        return tags;
    }
}
