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
            false);

    TypeContract(MetadataStoreContract contract) {
        super(contract);
    }

    @Test
    void aPutReplacesEveryField() {
        meta.types().put(tenant, FULL, ACTOR);
        meta.types().put(tenant, type("t"), ACTOR);
        assertThat(meta.types().find(tenant, "t")).contains(type("t"));
        meta.types().put(tenant, FULL, ACTOR);
        assertThat(meta.types().find(tenant, "t")).contains(FULL);
        assertThat(meta.types().list(tenant)).containsExactly(FULL);
    }

    @Test
    void areListedByName() {
        meta.types().put(tenant, type("b"), ACTOR);
        meta.types().put(tenant, type("c"), ACTOR);
        meta.types().put(tenant, type("a"), ACTOR);
        assertThat(meta.types().list(tenant)).containsExactly(type("a"), type("b"), type("c"));
        assertThat(meta.types().list(other)).isEmpty();
    }

    @Test
    void deletedIsNotFound() {
        meta.types().put(tenant, FULL, ACTOR);
        meta.types().put(tenant, type("kept"), ACTOR);
        assertThat(meta.types().delete(tenant, "t", ACTOR)).isTrue();
        assertThat(meta.types().delete(tenant, "t", ACTOR)).isFalse();
        assertThat(meta.types().find(tenant, "t")).isEmpty();
        assertThat(meta.types().list(tenant)).containsExactly(type("kept"));
    }

    @Test
    void deletedType_isRememberedAsItLastWas() {
        meta.types().put(tenant, type("t"), ACTOR);
        meta.types().put(tenant, FULL, ACTOR);
        meta.types().put(tenant, type("kept"), ACTOR);
        meta.types().put(tenant, type("a"), ACTOR);
        assertThat(meta.types().deleted(tenant)).isEmpty();
        meta.types().delete(tenant, "t", ACTOR);
        meta.types().delete(tenant, "t", ACTOR);
        meta.types().delete(tenant, "a", ACTOR);
        assertThat(meta.types().deleted(tenant)).containsExactly(type("a"), FULL);
        assertThat(meta.types().deleted(other)).isEmpty();
    }

    @Test
    void recreatedType_staysRememberedUntilDeleted() {
        meta.types().put(tenant, FULL, ACTOR);
        meta.types().delete(tenant, "t", ACTOR);
        meta.types().put(tenant, type("t"), ACTOR);
        assertThat(meta.types().deleted(tenant)).containsExactly(FULL);
        assertThat(meta.types().find(tenant, "t")).contains(type("t"));
        meta.types().delete(tenant, "t", ACTOR);
        assertThat(meta.types().deleted(tenant)).containsExactly(type("t"));
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
        meta.types().put(tenant, changed, ACTOR);
        assertThat(meta.types().find(tenant, "default")).contains(changed);
    }
}
