package dev.tidings.core.deliver;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** A kind of provider, which makes one of what a tenant says about its account. */
public interface ProviderKind {

    /** Its name in requests and tables, such as smtp. */
    String name();

    /** The addresses it can deliver to. */
    Set<AddressKind> carries();

    /** All there is to say about an account. */
    List<Setting> settings();

    /**
     * A provider that is ready to be used; it connects when it has something to deliver. Checks what it was given, and asks nobody
     * outside.
     *
     * @throws InvalidSettingException if something is missing, wrong or does not fit together
     */
    Provider open(Settings settings, Context context);

    /**
     * What a provider gets from whoever opens it.
     *
     * @param timeout how long it waits for an answer
     * @param receipts is told what a far side reports over a connection of the provider's own
     */
    record Context(InstantSource clock, Duration timeout, Consumer<Receipt> receipts) {}
}
