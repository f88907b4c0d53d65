package dev.tidings.channels.capture;

import dev.tidings.core.deliver.Delivery;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleSupplier;

/** The rules of one tenant, in order. */
final class CaptureScript {
    private final DoubleSupplier chance;
    private List<CaptureRule> rules = List.of();

    /** @param chance from 0 to below 1 */
    CaptureScript(DoubleSupplier chance) {
        this.chance = chance;
    }

    synchronized void set(List<CaptureRule> others) {
        rules = List.copyOf(others);
    }

    /** Those that still hold. */
    synchronized List<CaptureRule> rules() {
        return rules;
    }

    /** The first that holds for it and has the luck of the draw, and is used once more; none if there is none. */
    synchronized Optional<CaptureRule> apply(Delivery delivery) {
        for (int i = 0; i < rules.size(); i++) {
            CaptureRule rule = rules.get(i);
            if (rule.holdsFor(delivery) && (rule.share() >= 1 || chance.getAsDouble() < rule.share())) {
                use(i, rule.usedOnce());
                return Optional.of(rule);
            }
        }
        return Optional.empty();
    }

    private void use(int index, CaptureRule rest) {
        if (rest == rules.get(index)) {
            return;
        }
        List<CaptureRule> left = new ArrayList<>(rules);
        if (rest.isUsedUp()) {
            left.remove(index);
        } else {
            left.set(index, rest);
        }
        rules = List.copyOf(left);
    }
}
