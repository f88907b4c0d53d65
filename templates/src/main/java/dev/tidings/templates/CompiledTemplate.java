package dev.tidings.templates;

import dev.tidings.core.delivery.Message;
import dev.tidings.core.delivery.PushSize;
import dev.tidings.core.delivery.SizeViolation;
import dev.tidings.core.delivery.SmsSegments;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.Content;
import dev.tidings.core.model.Template;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The parsed and validated template of one type, channel and locale: renders a message, and reports the values that are missing in a
 * request. Immutable and thread-safe. The constructor throws an {@link InvalidTemplateException} with all errors.
 */
final class CompiledTemplate {
    /** The names every template may use besides its variables: the request's own title and body. */
    static final Set<String> BUILT_IN = Set.of("title", "body");

    private static final Content EMPTY = new Content(null, null, null, null);
    static final int MAX_VARIABLES = 100;
    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_-]{0,99}");

    private final Template template;
    private final Map<TemplatePart, CompiledPart> parts = new EnumMap<>(TemplatePart.class);
    /** The names that must have a value: declared or used, and built-in ones that are used. */
    private final Set<String> needed;

    /** @throws InvalidTemplateException with all errors */
    CompiledTemplate(Template template) {
        this.template = template;
        this.needed = new TreeSet<>(template.variables());
        List<TemplateError> templateErrors = new ArrayList<>();
        checkVariables(templateErrors);
        template.parts().forEach((name, text) -> compile(name, text, templateErrors));
        checkCount(templateErrors);
        if (templateErrors.isEmpty()) {
            checkParts(templateErrors);
        }
        if (!templateErrors.isEmpty()) {
            throw new InvalidTemplateException(templateErrors);
        }
    }

    Template template() {
        return template;
    }

    private void checkVariables(List<TemplateError> templateErrors) {
        for (String name : template.variables()) {
            if (!VARIABLE.matcher(name).matches()) {
                templateErrors.add(new TemplateError(
                        "/variables", name, "names of 1 to 100 letters, digits, '_' and '-', without dots"));
            }
        }
    }

    private void checkCount(List<TemplateError> templateErrors) {
        int count = variables().size();
        if (count > MAX_VARIABLES) {
            templateErrors.add(new TemplateError(
                    "/variables",
                    Integer.toString(count),
                    "at most " + MAX_VARIABLES + " variables, declared or used in a part"));
        }
    }

    /** The declared variables, and those that a part uses without a declaration. */
    Set<String> variables() {
        Set<String> names = new TreeSet<>(needed);
        names.removeIf(name -> BUILT_IN.contains(name) && !template.variables().contains(name));
        return names;
    }

    private void compile(String name, String text, List<TemplateError> templateErrors) {
        String pointer = "/parts/" + name.replace("~", "~0").replace("/", "~1");
        Optional<TemplatePart> part = TemplatePart.of(template.channel(), name);
        if (part.isEmpty()) {
            templateErrors.add(
                    new TemplateError(pointer, name, "one of the parts " + names(TemplatePart.of(template.channel()))));
            return;
        }
        int most = part.get().maxLength();
        if (text.isEmpty() || text.length() > most) {
            templateErrors.add(
                    new TemplateError(pointer, text.length() + " characters", "1 to " + most + " characters"));
            return;
        }
        try {
            CompiledPart compiled =
                    new CompiledPart(part.get(), TemplateParser.parse(text, part.get() == TemplatePart.JSON));
            declareNames(compiled.nodes());
            PartRules.check(text, compiled);
            parts.put(part.get(), compiled);
        } catch (TemplateParser.TemplateSyntaxException mistake) {
            templateErrors.add(new TemplateError(pointer, mistake.found(), mistake.getMessage()));
        }
    }

    /**
     * Declares the names by their use. Not within a section: there a name may belong to the section's value, which is unknown before there
     * is data.
     */
    private void declareNames(List<TemplateNode> nodes) throws TemplateParser.TemplateSyntaxException {
        for (TemplateNode node : nodes) {
            if (node instanceof TemplateNode.Variable variable) {
                declare(variable.name(), variable.place());
            } else if (node instanceof TemplateNode.Section section) {
                declare(section.name(), section.place());
                if (section.inverted()) {
                    declareNames(section.children());
                }
            }
        }
    }

    private void declare(List<String> name, TemplateNode.TextPosition place)
            throws TemplateParser.TemplateSyntaxException {
        if (name.isEmpty()) {
            throw new TemplateParser.TemplateSyntaxException(".", place, "'.' only within a section");
        }
        needed.add(name.get(0));
    }

    private void checkParts(List<TemplateError> templateErrors) {
        for (List<TemplatePart> some : TemplatePart.needed(template.channel())) {
            if (some.stream().noneMatch(parts::containsKey)) {
                String expected = some.size() == 1 ? some.get(0).wire() : "at least one of " + names(some);
                templateErrors.add(new TemplateError("/parts", null, expected));
            }
        }
    }

    private static String names(List<TemplatePart> of) {
        return of.stream().map(TemplatePart::wire).collect(Collectors.joining(", "));
    }

    /** Reports every reason why it can't be rendered with this data. */
    void check(Scope scope, Map<String, Object> data, MissingVariables missing) {
        for (String name : needed) {
            Object value = scope.find(List.of(name));
            if (value == Scope.MISSING || value == null) {
                boolean builtIn =
                        BUILT_IN.contains(name) && !template.variables().contains(name);
                missing.add(name, builtIn ? "/" + name : "/data/" + name, shown(value), "a value: " + why());
            }
        }
        for (CompiledPart part : parts.values()) {
            String of = part.part().wire();
            part.check(
                    scope,
                    (name, expected) -> missingWithin(scope, data, name, expected, missing),
                    () -> missing.add(
                            "length of " + of,
                            "/data",
                            null,
                            "shorter values: as rendered by " + describe() + ", its " + of + " may have "
                                    + part.part().maxLength() + " characters"),
                    () -> missing.add(
                            "JSON of " + of, "/data", null, "values that keep the rendered JSON valid: " + why()));
        }
    }

    /** A value within the data; a name without any value is reported before. */
    private void missingWithin(
            Scope scope, Map<String, Object> data, List<String> name, String expected, MissingVariables missing) {
        if (!name.isEmpty() && needed.contains(name.get(0))) {
            Object value = scope.find(List.of(name.get(0)));
            if (value == Scope.MISSING || value == null) {
                return;
            }
        }
        boolean known = !name.isEmpty() && data.containsKey(name.get(0));
        String pointer = known ? "/data/" + name.get(0) : "/data";
        String dotted = TemplateParser.dotted(name);
        missing.add(dotted, pointer, null, expected + " as '" + dotted + "': " + why());
    }

    private static String shown(Object value) {
        return value == null ? "null" : null;
    }

    private String why() {
        return "the template of " + template.type() + " for "
                + template.channel().wire() + " needs it";
    }

    /** Identifies the template in messages. */
    String describe() {
        return "the template of " + template.type() + " for "
                + template.channel().wire() + " in " + template.locale();
    }

    /**
     * Rejects a template that must not be stored: one with a variable in an unsafe place of HTML, or whose literal text alone exceeds the
     * limit of the channel. Such templates of earlier versions are still rendered.
     */
    void requireStorable() {
        List<TemplateError> unsafe = new ArrayList<>();
        parts.forEach((part, compiled) -> compiled.unsafePlace()
                .ifPresent(found ->
                        unsafe.add(new TemplateError("/parts/" + part.wire(), found.found(), found.getMessage()))));
        if (!unsafe.isEmpty()) {
            throw new InvalidTemplateException(unsafe);
        }
        requireFits();
    }

    private void requireFits() {
        if (!SizeViolation.CHANNELS.contains(template.channel())) {
            return;
        }
        Map<TemplatePart, String> words = new EnumMap<>(TemplatePart.class);
        parts.forEach((part, compiled) -> words.put(part, compiled.literalText()));
        SizeViolation.of(message(words, EMPTY)).ifPresent(found -> {
            SizeCheck.LongestField longest = SizeCheck.LongestField.NONE;
            for (Map.Entry<TemplatePart, String> part : words.entrySet()) {
                longest = longest.or("/parts/" + part.getKey().wire(), part.getValue());
            }
            throw new InvalidTemplateException(List.of(
                    new TemplateError(longest.pointer(), found.size(), found.expected() + ", with room for values")));
        });
    }

    /**
     * Whether the lengths of the literal text and of the values prove that the result fits the channel. Never for a template with
     * sections: only rendering tells how often they repeat, and the check for missing values renders them anyway.
     */
    boolean surelyFits(TemplateInput given) {
        return switch (template.channel()) {
            case SMS -> SmsSegments.alwaysFits(parts.get(TemplatePart.MESSAGE).maxLength(given.scope()));
            case PUSH -> {
                Content content = given.content();
                yield PushSize.alwaysFits(
                        quoted(TemplatePart.TITLE, content.title(), given)
                                + quoted(TemplatePart.BODY, content.body(), given)
                                + quoted(TemplatePart.DEEP_LINK, content.deepLink(), given),
                        content.data());
            }
            case EMAIL, WEBHOOK, IN_APP -> true;
        };
    }

    private long quoted(TemplatePart name, String otherwise, TemplateInput given) {
        CompiledPart part = parts.get(name);
        if (part != null) {
            return part.maxQuotedBytes(given.scope());
        }
        return otherwise == null ? 0 : PushSize.quoted(otherwise);
    }

    /**
     * The field of a request that contributes most to the length; fields used neither by the template nor by the channel are ignored.
     */
    SizeCheck.LongestField longestField(Content given) {
        boolean push = template.channel() == Channel.PUSH;
        SizeCheck.LongestField longest = new SizeCheck.LongestField("/data", given.data());
        if (needed.contains("title") || push && !parts.containsKey(TemplatePart.TITLE)) {
            longest = longest.or("/title", given.title());
        }
        if (needed.contains("body") || push && !parts.containsKey(TemplatePart.BODY)) {
            longest = longest.or("/body", given.body());
        }
        return push && !parts.containsKey(TemplatePart.DEEP_LINK) ? longest.or("/deepLink", given.deepLink()) : longest;
    }

    /** The message for outbound delivery; empty if it can't be rendered with this data. */
    Optional<Message> message(TemplateInput given) {
        return render(given.scope()).map(texts -> message(texts, given.content()));
    }

    private Message message(Map<TemplatePart, String> texts, Content given) {
        return switch (template.channel()) {
            case PUSH ->
                new Message.Push(
                        texts.getOrDefault(TemplatePart.TITLE, given.title()),
                        texts.getOrDefault(TemplatePart.BODY, given.body()),
                        given.data(),
                        texts.getOrDefault(TemplatePart.DEEP_LINK, given.deepLink()));
            case EMAIL ->
                new Message.Email(
                        texts.get(TemplatePart.SUBJECT),
                        texts.get(TemplatePart.TEXT),
                        texts.get(TemplatePart.HTML),
                        null);
            case SMS -> new Message.Sms(texts.get(TemplatePart.MESSAGE));
            case WEBHOOK -> new Message.Webhook(texts.get(TemplatePart.JSON));
            case IN_APP -> throw new IllegalArgumentException("in_app has no outbound delivery");
        };
    }

    /** Empty if it can't be rendered with this data. */
    Optional<Map<TemplatePart, String>> render(Scope scope) {
        Map<TemplatePart, String> texts = new EnumMap<>(TemplatePart.class);
        for (CompiledPart part : parts.values()) {
            String text = part.render(scope);
            if (text == null) {
                return Optional.empty();
            }
            texts.put(part.part(), text);
        }
        return Optional.of(texts);
    }

    /** Type, channel and locale, as in the path of the template, and its version. */
    String source() {
        return "template " + template.type() + "/" + template.channel().wire() + "/" + template.locale()
                + " of revision " + template.revision();
    }

    Channel channel() {
        return template.channel();
    }
}
