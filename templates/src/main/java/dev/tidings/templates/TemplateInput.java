package dev.tidings.templates;

import dev.tidings.core.model.Content;
import java.util.HashMap;
import java.util.Map;

/**
 * The title, body and data of a request as input for the templates of all channels. The data is parsed once, on first use. Not thread-safe.
 */
public final class TemplateInput {
    private final Content content;
    private Map<String, Object> data;
    private Scope scope;

    public TemplateInput(Content content) {
        this.content = content;
    }

    Content content() {
        return content;
    }

    Map<String, Object> data() {
        if (data == null) {
            data = TemplateData.read(content.data());
        }
        return data;
    }

    Scope scope() {
        if (scope == null) {
            Map<String, Object> builtIn = new HashMap<>();
            if (content.title() != null) {
                builtIn.put("title", content.title());
            }
            if (content.body() != null) {
                builtIn.put("body", content.body());
            }
            scope = new Scope(data(), new Scope(builtIn, null));
        }
        return scope;
    }
}
