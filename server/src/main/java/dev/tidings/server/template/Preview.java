package dev.tidings.server.template;

import dev.tidings.core.model.Content;
import dev.tidings.core.model.Template;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What would become of a template.
 *
 * @param parts by name; empty if it can't be used
 * @param missing why it can't be
 */
public record Preview(Map<String, String> parts, List<Flaw> missing) {

    /** @throws InvalidTemplateException with everything that is wrong with the template itself */
    public static Preview of(Template template, Content given) {
        CompiledTemplate compiled = new CompiledTemplate(template);
        compiled.requireRoom();
        Given one = new Given(given);
        Lacking lacking = new Lacking();
        compiled.check(one.scope(), one.data(), lacking);
        if (!lacking.isEmpty()) {
            return new Preview(Map.of(), lacking.flaws());
        }
        Sizes sizes = new Sizes(one);
        sizes.check(compiled);
        Map<String, String> parts = new TreeMap<>();
        if (sizes.flaws().isEmpty()) {
            compiled.render(one.scope())
                    .ifPresent(texts -> texts.forEach((part, text) -> parts.put(part.wire(), text)));
        }
        return new Preview(parts, sizes.flaws());
    }
}
