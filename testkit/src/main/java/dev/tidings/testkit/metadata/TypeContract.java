package dev.tidings.testkit.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.model.Channel;
import dev.tidings.core.model.NotificationType;
import dev.tidings.core.model.Priority;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Contract of notification types: created, replaced as a whole, listed by name and deleted. */
abstract class TypeContract extends MetadataTheme {
    private static final NotificationType FULL = new NotificationType(
            "t",
            Optional.of("orders"),
            Set.of(Channel.EMAIL, Channel.SMS),
            Priority.HIGH,
            OptionalInt.of(3),
            true,
            Optional.of(Duration.ofHours(6)),
            false,
            Optional.of("Größere Änderungen"));

    TypeContract(MetadataStoreContract contract) {
        super(contract);
    }

    @Test
    void aPutReplacesEveryField() {
        metadata.types().put(tenant, FULL, ACTOR);
        metadata.types().put(tenant, type("t"), ACTOR);
        assertThat(metadata.types().find(tenant, "t")).contains(type("t"));
        metadata.types().put(tenant, FULL, ACTOR);
        assertThat(metadata.types().find(tenant, "t")).contains(FULL);
        assertThat(metadata.types().list(tenant)).containsExactly(FULL);
    }

    @Test
    void areListedByName() {
        metadata.types().put(tenant, type("b"), ACTOR);
        metadata.types().put(tenant, type("c"), ACTOR);
        metadata.types().put(tenant, type("a"), ACTOR);
        assertThat(metadata.types().list(tenant)).containsExactly(type("a"), type("b"), type("c"));
        assertThat(metadata.types().list(other)).isEmpty();
    }

    @Test
    void deletedIsNotFound() {
        metadata.types().put(tenant, FULL, ACTOR);
        metadata.types().put(tenant, type("kept"), ACTOR);
        assertThat(metadata.types().delete(tenant, "t", ACTOR)).isTrue();
        assertThat(metadata.types().delete(tenant, "t", ACTOR)).isFalse();
        assertThat(metadata.types().find(tenant, "t")).isEmpty();
        assertThat(metadata.types().list(tenant)).containsExactly(type("kept"));
    }

    @Test
    void deletedType_isRememberedAsItLastWas() {
        metadata.types().put(tenant, type("t"), ACTOR);
        metadata.types().put(tenant, FULL, ACTOR);
        metadata.types().put(tenant, type("kept"), ACTOR);
        metadata.types().put(tenant, type("a"), ACTOR);
        assertThat(metadata.types().deleted(tenant)).isEmpty();
        metadata.types().delete(tenant, "t", ACTOR);
        metadata.types().delete(tenant, "t", ACTOR);
        metadata.types().delete(tenant, "a", ACTOR);
        assertThat(metadata.types().deleted(tenant)).containsExactly(type("a"), FULL);
        assertThat(metadata.types().deleted(other)).isEmpty();
    }

    @Test
    void recreatedType_staysRememberedUntilDeleted() {
        metadata.types().put(tenant, FULL, ACTOR);
        metadata.types().delete(tenant, "t", ACTOR);
        metadata.types().put(tenant, type("t"), ACTOR);
        assertThat(metadata.types().deleted(tenant)).containsExactly(FULL);
        assertThat(metadata.types().find(tenant, "t")).contains(type("t"));
        metadata.types().delete(tenant, "t", ACTOR);
        assertThat(metadata.types().deleted(tenant)).containsExactly(type("t"));
    }

    @Test
    void theDefaultCanBeChangedLikeAnyOther() {
        NotificationType changed = new NotificationType(
                NotificationType.DEFAULT.name(),
                Optional.empty(),
                Set.of(Channel.PUSH),
                Priority.BULK,
                OptionalInt.of(1),
                false);
        metadata.types().put(tenant, changed, ACTOR);
        assertThat(metadata.types().find(tenant, "default")).contains(changed);
    }
}
