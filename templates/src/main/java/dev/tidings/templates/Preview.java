package dev.tidings.templates;

import dev.tidings.core.model.Content;
import dev.tidings.core.model.Template;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The result of rendering a stored or submitted template with sample content, for the preview endpoint of the API.
 *
 * @param parts the rendered parts by name; empty if the template can't be rendered
 * @param missing the reasons why it can't be rendered
 */
public record Preview(Map<String, String> parts, List<TemplateError> missing) {

    /** @throws InvalidTemplateException with all errors of the template itself */
    public static Preview of(Template template, Content given) {
        CompiledTemplate compiled = new CompiledTemplate(template);
        compiled.requireStorable();
        TemplateInput input = new TemplateInput(given);
        MissingVariables missing = new MissingVariables();
        compiled.check(input.scope(), input.data(), missing);
        if (!missing.isEmpty()) {
            return new Preview(Map.of(), missing.errors());
        }
        SizeCheck sizeCheck = new SizeCheck(input);
        sizeCheck.check(compiled);
        Map<String, String> parts = new TreeMap<>();
        if (sizeCheck.errors().isEmpty()) {
            compiled.render(input.scope())
                    .ifPresent(texts -> texts.forEach((part, text) -> parts.put(part.wire(), text)));
        }
        return new Preview(parts, sizeCheck.errors());
    }
}
