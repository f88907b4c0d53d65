package dev.tidings.channels.capture;

import dev.tidings.core.delivery.Delivery;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleSupplier;

/** The ordered capture rules of one tenant. Returns the first rule that applies to a delivery, and removes a rule after its last use. */
final class CaptureScript {
    private final DoubleSupplier chance;
    private List<CaptureRule> rules = List.of();

    /** @param chance random numbers from 0 to below 1 */
    CaptureScript(DoubleSupplier chance) {
        this.chance = chance;
    }

    synchronized void set(List<CaptureRule> newRules) {
        rules = List.copyOf(newRules);
    }

    /** The active rules. */
    synchronized List<CaptureRule> rules() {
        return rules;
    }

    /** The first rule that matches and is drawn by chance; counts as one use of it. Empty if there is none. */
    synchronized Optional<CaptureRule> apply(Delivery delivery) {
        for (int i = 0; i < rules.size(); i++) {
            CaptureRule rule = rules.get(i);
            if (rule.matches(delivery) && (rule.share() >= 1 || chance.getAsDouble() < rule.share())) {
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
        List<CaptureRule> remaining = new ArrayList<>(rules);
        if (rest.isUsedUp()) {
            remaining.remove(index);
        } else {
            remaining.set(index, rest);
        }
        rules = List.copyOf(remaining);
    }
}
