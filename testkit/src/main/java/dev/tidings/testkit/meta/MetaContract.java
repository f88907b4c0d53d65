package dev.tidings.testkit.meta;

import dev.tidings.core.meta.Meta;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.TestInstance;

/**
 * The contract suite of metadata stores. A store runs all of it by extending this class and implementing {@link #open}.
 *
 * <p>All themes share one store, and each test writes under tenants of its own, so no cleanup is needed and a server can be
 * shared. Times have millisecond precision.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class MetaContract {

    /** Opens the store of this suite: a new one the first time, later with its existing data. Never called while it is open. */
    protected abstract Meta open() throws Exception;

    @Nested
    final class RoundTrips extends RoundTripContract {
        RoundTrips() {
            super(MetaContract.this);
        }
    }

    @Nested
    final class Identifiers extends IdentifierContract {
        Identifiers() {
            super(MetaContract.this);
        }
    }

    @Nested
    final class TenantsApart extends TenantsApartContract {
        TenantsApart() {
            super(MetaContract.this);
        }
    }

    @Nested
    final class Lists extends ListContract {
        Lists() {
            super(MetaContract.this);
        }
    }

    @Nested
    final class Keys extends KeyContract {
        Keys() {
            super(MetaContract.this);
        }
    }

    @Nested
    final class Users extends UserContract {
        Users() {
            super(MetaContract.this);
        }
    }

    @Nested
    final class Devices extends DeviceContract {
        Devices() {
            super(MetaContract.this);
        }
    }

    @Nested
    final class PreferenceChanges extends PreferenceContract {
        PreferenceChanges() {
            super(MetaContract.this);
        }
    }

    @Nested
    final class Types extends TypeContract {
        Types() {
            super(MetaContract.this);
        }
    }

    @Nested
    final class Templates extends TemplateContract {
        Templates() {
            super(MetaContract.this);
        }
    }

    @Nested
    final class Recurring extends RecurringContract {
        Recurring() {
            super(MetaContract.this);
        }
    }

    @Nested
    final class Providers extends ProviderAccountContract {
        Providers() {
            super(MetaContract.this);
        }
    }

    @Nested
    final class Endpoints extends EndpointContract {
        Endpoints() {
            super(MetaContract.this);
        }
    }

    @Nested
    final class AuditEntries extends AuditContract {
        AuditEntries() {
            super(MetaContract.this);
        }
    }

    @Nested
    final class Lifecycle extends LifecycleContract {
        Lifecycle() {
            super(MetaContract.this);
        }
    }
}
