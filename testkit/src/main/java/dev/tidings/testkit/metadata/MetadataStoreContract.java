package dev.tidings.testkit.metadata;

import dev.tidings.core.metadata.MetadataStore;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.TestInstance;

/**
 * The contract suite of metadata stores. A store runs all of it by extending this class and implementing {@link #open}.
 *
 * <p>All themes share one store, and each test writes under tenants of its own, so no cleanup is needed and a server can be
 * shared. Times have millisecond precision.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class MetadataStoreContract {

    /** Opens the store of this suite: a new one the first time, later with its existing data. Never called while it is open. */
    protected abstract MetadataStore open() throws Exception;

    @Nested
    final class RoundTrips extends RoundTripContract {
        RoundTrips() {
            super(MetadataStoreContract.this);
        }
    }

    @Nested
    final class Identifiers extends IdentifierContract {
        Identifiers() {
            super(MetadataStoreContract.this);
        }
    }

    @Nested
    final class TenantsApart extends TenantIsolationContract {
        TenantsApart() {
            super(MetadataStoreContract.this);
        }
    }

    @Nested
    final class TenantDeletions extends TenantDeletionContract {
        TenantDeletions() {
            super(MetadataStoreContract.this);
        }
    }

    @Nested
    final class Lists extends ListContract {
        Lists() {
            super(MetadataStoreContract.this);
        }
    }

    @Nested
    final class Keys extends ApiKeyContract {
        Keys() {
            super(MetadataStoreContract.this);
        }
    }

    @Nested
    final class Users extends UserContract {
        Users() {
            super(MetadataStoreContract.this);
        }
    }

    @Nested
    final class Devices extends DeviceContract {
        Devices() {
            super(MetadataStoreContract.this);
        }
    }

    @Nested
    final class PreferenceChanges extends PreferenceContract {
        PreferenceChanges() {
            super(MetadataStoreContract.this);
        }
    }

    @Nested
    final class Types extends TypeContract {
        Types() {
            super(MetadataStoreContract.this);
        }
    }

    @Nested
    final class Templates extends TemplateContract {
        Templates() {
            super(MetadataStoreContract.this);
        }
    }

    @Nested
    final class Recurring extends RecurringContract {
        Recurring() {
            super(MetadataStoreContract.this);
        }
    }

    @Nested
    final class Providers extends ProviderAccountContract {
        Providers() {
            super(MetadataStoreContract.this);
        }
    }

    @Nested
    final class Endpoints extends EndpointContract {
        Endpoints() {
            super(MetadataStoreContract.this);
        }
    }

    @Nested
    final class AuditEntries extends AuditContract {
        AuditEntries() {
            super(MetadataStoreContract.this);
        }
    }

    @Nested
    final class Lifecycle extends MetadataLifecycleContract {
        Lifecycle() {
            super(MetadataStoreContract.this);
        }
    }
}
