package dev.tidings.testkit.meta;

import dev.tidings.core.meta.Meta;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.TestInstance;

/**
 * What every database must do alike. One runs all of it by extending this class and saying how it is opened.
 *
 * <p>All themes share one store, and each test writes under tenants of its own, so nothing needs to be emptied in between and a
 * server can be shared. Times are kept to the millisecond; the tests use no finer ones.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class MetaContract {

    /** Opens the store of this suite: a new one the first time, later with what is in it. Never called while it is open. */
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
    final class Preferring extends PreferenceContract {
        Preferring() {
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
    final class Auditing extends AuditContract {
        Auditing() {
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
