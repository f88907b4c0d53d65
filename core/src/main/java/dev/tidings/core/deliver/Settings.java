package dev.tidings.core.deliver;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** What was said about an account with a provider, secrets included. Prints only the names. */
public final class Settings {
    private final ProviderKind kind;
    private final Map<String, String> values;

    /** @throws InvalidSettingException if one is not known, or one is missing that must not be */
    public Settings(ProviderKind kind, Map<String, String> values) {
        this.kind = kind;
        this.values = Map.copyOf(values);
        for (String name : new TreeSet<>(values.keySet())) {
            if (kind.settings().stream().noneMatch(known -> known.name().equals(name))) {
                throw new InvalidSettingException(
                        name,
                        name,
                        "one of "
                                + String.join(
                                        ", ",
                                        kind.settings().stream()
                                                .map(Setting::name)
                                                .toList()));
            }
        }
        for (Setting setting : kind.settings()) {
            if (setting.required() && !values.containsKey(setting.name())) {
                throw new InvalidSettingException(setting.name(), null, setting.expected());
            }
        }
    }

    /** @throws InvalidSettingException if it is missing */
    public String text(String name) {
        return find(name).orElseThrow(() -> wrong(name));
    }

    public Optional<String> find(String name) {
        setting(name);
        return Optional.ofNullable(values.get(name));
    }

    public int integer(String name, int standard, int least, int most) {
        Optional<String> text = find(name);
        if (text.isEmpty()) {
            return standard;
        }
        try {
            int value = Integer.parseInt(text.get());
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException e) {
            // Said below.
        }
        throw wrong(name);
    }

    public boolean flag(String name, boolean standard) {
        return switch (find(name).orElse(Boolean.toString(standard))) {
            case "true" -> true;
            case "false" -> false;
            default -> throw wrong(name);
        };
    }

    /** An absolute http or https URL with a host. */
    public Optional<URI> url(String name) {
        return find(name).map(text -> {
            try {
                URI uri = new URI(text);
                boolean web = "https".equals(uri.getScheme()) || "http".equals(uri.getScheme());
                if (web && uri.getHost() != null && uri.getUserInfo() == null) {
                    return uri;
                }
            } catch (URISyntaxException e) {
                // Said below.
            }
            throw wrong(name);
        });
    }

    /** What to throw if the value of a setting won't do. Does not give away a secret. */
    public InvalidSettingException wrong(String name) {
        Setting setting = setting(name);
        return new InvalidSettingException(name, setting.secret() ? null : values.get(name), setting.expected());
    }

    private Setting setting(String name) {
        return kind.settings().stream()
                .filter(known -> known.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(kind.name() + " has no setting '" + name + "'"));
    }

    @Override
    public String toString() {
        return kind.name() + new TreeSet<>(values.keySet());
    }
}
