/**
 * The metadata store in SQL: one implementation for SQLite, PostgreSQL and MySQL or MariaDB. SQL is not visible outside.
 *
 * <p>The tables, each with its key. The tenant comes first in all of them, so that no query can reach another tenant's rows by accident:
 *
 * <pre>
 * tenants                   id
 * api_keys                  tenant, id         id also unique: a request has only the id before its tenant is known
 * token_secrets             tenant, kid
 * users                     tenant, user_id
 * device_tokens             tenant, user_id, id    also by tenant and the hash of kind and token: one user has it at a time
 * user_preferences          tenant, user_id    version, choices for whole channels, quiet hours; kept when all are reset
 * notification_preferences  tenant, user_id, kind (category or type), name, channel
 * notification_types        tenant, name
 * providers                 tenant, name       provider accounts; credentials encrypted
 * webhook_endpoints         tenant, id         receivers of webhook events; secrets encrypted
 * audit_log                 tenant, id         id without gaps, in the order of the commits
 * tenant_counters           tenant, name       last audit id; highest preference version of deleted users
 * schema_versions           version
 * </pre>
 *
 * Texts are compared byte by byte, times are milliseconds since 1970, lists are joined by commas.
 */
package dev.tidings.metadata.sql;
