package dev.tidings.core.delivery;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The values of a provider account's settings, secrets included, with typed getters that throw an {@link InvalidSettingException}. The
 * constructor rejects unknown settings and the lack of a required one. {@code toString} contains only the names.
 */
public final class ProviderSettings {
    private final ProviderKind kind;
    private final Map<String, String> values;

    /** @throws InvalidSettingException if one is unknown, or a required one is missing */
    public ProviderSettings(ProviderKind kind, Map<String, String> values) {
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
                                                .map(ProviderSetting::name)
                                                .toList()));
            }
        }
        for (ProviderSetting setting : kind.settings()) {
            if (setting.required() && !values.containsKey(setting.name())) {
                throw new InvalidSettingException(setting.name(), null, setting.expected());
            }
        }
    }

    /** @throws InvalidSettingException if it is missing */
    public String text(String name) {
        return find(name).orElseThrow(() -> invalid(name));
    }

    public Optional<String> find(String name) {
        setting(name);
        return Optional.ofNullable(values.get(name));
    }

    public int integer(String name, int defaultValue, int min, int max) {
        Optional<String> text = find(name);
        if (text.isEmpty()) {
            return defaultValue;
        }
        try {
            int value = Integer.parseInt(text.get());
            if (value >= min && value <= max) {
                return value;
            }
        } catch (NumberFormatException e) {
            // Falls through to the exception below.
        }
        throw invalid(name);
    }

    public boolean flag(String name, boolean defaultValue) {
        return switch (find(name).orElse(Boolean.toString(defaultValue))) {
            case "true" -> true;
            case "false" -> false;
            default -> throw invalid(name);
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
                // Falls through to the exception below.
            }
            throw invalid(name);
        });
    }

    /** The exception for an invalid value. Does not reveal a secret. */
    public InvalidSettingException invalid(String name) {
        ProviderSetting setting = setting(name);
        return new InvalidSettingException(name, setting.secret() ? null : values.get(name), setting.expected());
    }

    private ProviderSetting setting(String name) {
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
