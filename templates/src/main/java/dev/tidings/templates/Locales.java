package dev.tidings.templates;

import dev.tidings.core.model.Template;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Canonicalizes language tags, and finds the best match for one by falling back to less specific tags: pt-BR, pt, any. */
public final class Locales {
    private Locales() {}

    /** One spelling for each language tag: pt-br and pt-BR are the same. */
    public static String canonical(String tag) {
        return Locale.forLanguageTag(tag).toLanguageTag();
    }

    /** The best match; null if there is none. */
    static <T> T find(Map<String, T> byTag, String tag) {
        if (byTag.isEmpty()) {
            return null;
        }
        for (String candidate : fallback(tag)) {
            T found = byTag.get(candidate);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    /** From the most specific tag to the one for all languages: pt-BR, pt, und (RFC 4647, section 3.4). */
    static List<String> fallback(String tag) {
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
        tags.add(Template.ANY_LOCALE);
        return tags;
    }
}
