package dev.tidings.server.template;

import dev.tidings.core.model.Channel;
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

/** A template, read and ready to be used any number of times, by any thread. */
final class CompiledTemplate {
    /** What every template may use besides its variables: what the request says for those without one. */
    static final Set<String> BUILT_IN = Set.of("title", "body");

    private static final int MOST_VARIABLES = 100;
    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_-]{0,99}");

    private final Template template;
    private final Map<Part, CompiledPart> parts = new EnumMap<>(Part.class);
    /** Names without which it can't be used at all. */
    private final Set<String> needed;

    /** @throws InvalidTemplateException with everything that is wrong */
    CompiledTemplate(Template template) {
        this.template = template;
        this.needed = new TreeSet<>(template.variables());
        List<Flaw> flaws = new ArrayList<>();
        checkVariables(flaws);
        template.parts().forEach((name, text) -> compile(name, text, flaws));
        if (flaws.isEmpty()) {
            checkParts(flaws);
        }
        if (!flaws.isEmpty()) {
            throw new InvalidTemplateException(flaws);
        }
    }

    Template template() {
        return template;
    }

    private void checkVariables(List<Flaw> flaws) {
        for (String name : template.variables()) {
            if (!VARIABLE.matcher(name).matches()) {
                flaws.add(new Flaw("/variables", name, "names of 1 to 100 letters, digits, '_' and '-', without dots"));
            }
        }
        if (template.variables().size() > MOST_VARIABLES) {
            String size = Integer.toString(template.variables().size());
            flaws.add(new Flaw("/variables", size, "at most " + MOST_VARIABLES + " variables"));
        }
    }

    private void compile(String name, String text, List<Flaw> flaws) {
        String pointer = "/parts/" + name.replace("~", "~0").replace("/", "~1");
        Optional<Part> part = Part.of(template.channel(), name);
        if (part.isEmpty()) {
            flaws.add(new Flaw(pointer, name, "one of the parts " + names(Part.of(template.channel()))));
            return;
        }
        int most = part.get().most();
        if (text.isEmpty() || text.length() > most) {
            flaws.add(new Flaw(pointer, text.length() + " characters", "1 to " + most + " characters"));
            return;
        }
        try {
            CompiledPart compiled = new CompiledPart(part.get(), Parser.parse(text, part.get() == Part.JSON));
            checkNames(compiled.nodes());
            PartRules.check(text, compiled);
            parts.put(part.get(), compiled);
        } catch (Parser.Mistake mistake) {
            flaws.add(new Flaw(pointer, mistake.found(), mistake.getMessage()));
        }
    }

    /** Within a section a name may be one of its value, of which nothing is known before there is data. */
    private void checkNames(List<Node> nodes) throws Parser.Mistake {
        for (Node node : nodes) {
            if (node instanceof Node.Variable variable) {
                checkName(variable.name(), variable.place());
            } else if (node instanceof Node.Section section) {
                checkName(section.name(), section.place());
                if (section.inverted()) {
                    checkNames(section.inside());
                }
            }
        }
    }

    private void checkName(List<String> name, Node.Place place) throws Parser.Mistake {
        if (name.isEmpty()) {
            throw new Parser.Mistake(".", place, "'.' only within a section");
        }
        String first = name.get(0);
        if (BUILT_IN.contains(first)) {
            needed.add(first);
        } else if (!template.variables().contains(first)) {
            throw new Parser.Mistake(Parser.dotted(name), place, "'" + first + "' to be one of variables");
        }
    }

    private void checkParts(List<Flaw> flaws) {
        for (List<Part> some : Part.needed(template.channel())) {
            if (some.stream().noneMatch(parts::containsKey)) {
                String expected = some.size() == 1 ? some.get(0).wire() : "at least one of " + names(some);
                flaws.add(new Flaw("/parts", null, expected));
            }
        }
    }

    private static String names(List<Part> of) {
        return of.stream().map(Part::wire).collect(Collectors.joining(", "));
    }

    /** Tells everything for which it can't be used with this data. */
    void check(Scope scope, Map<String, Object> data, Lacking lacking) {
        for (String name : needed) {
            Object value = scope.find(List.of(name));
            if (value == Scope.MISSING || value == null) {
                boolean builtIn = !template.variables().contains(name);
                lacking.add(builtIn ? "/" + name : "/data/" + name, shown(value), "a value: " + why());
            }
        }
        if (!lacking.isEmpty()) {
            return;
        }
        for (CompiledPart part : parts.values()) {
            String of = part.part().wire();
            part.check(
                    scope,
                    (name, expected) -> {
                        boolean known = !name.isEmpty() && data.containsKey(name.get(0));
                        String pointer = known ? "/data/" + name.get(0) : "/data";
                        lacking.add(pointer, null, expected + " as '" + Parser.dotted(name) + "': " + why());
                    },
                    () -> lacking.add(
                            "/data",
                            null,
                            "less: " + why() + ", and its " + of + " may have "
                                    + part.part().most() + " characters"),
                    () -> lacking.add("/data", null, "data of which the template makes JSON: " + why()));
        }
    }

    private static String shown(Object value) {
        return value == null ? "null" : null;
    }

    private String why() {
        return "the template of " + template.type() + " for "
                + template.channel().wire() + " needs it";
    }

    /** Empty if it can't be used with this data. */
    Optional<Map<Part, String>> render(Scope scope) {
        Map<Part, String> texts = new EnumMap<>(Part.class);
        for (CompiledPart part : parts.values()) {
            String text = part.render(scope);
            if (text == null) {
                return Optional.empty();
            }
            texts.put(part.part(), text);
        }
        return Optional.of(texts);
    }

    Channel channel() {
        return template.channel();
    }
}
