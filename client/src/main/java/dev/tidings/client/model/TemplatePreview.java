package dev.tidings.client.model;

import java.util.List;
import java.util.Map;

/**
 * The values that a template is previewed with.
 *
 * @param data the data of a notification
 * @param parts other parts than the stored ones; null for those
 * @param variables of these parts
 */
public record TemplatePreview(
        Object data, String title, String body, Map<String, String> parts, List<String> variables) {}
