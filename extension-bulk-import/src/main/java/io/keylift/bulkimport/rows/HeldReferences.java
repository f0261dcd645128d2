// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rows;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.keycloak.storage.StorageId;

/**
 * References to existing objects for which Keycloak's tables have no foreign key, such as the role of a role mapping.
 * On PostgreSQL, a chunk does the work of a foreign key: it takes a shared lock on the rows to which its new rows
 * refer, with one statement for each column. A removal of the same objects takes an exclusive lock, so it commits
 * before or after the chunk. If a row no longer exists, the chunk is resolved again.
 */
public final class HeldReferences {

    private static final String ID = "ID";
    private static final String REALM = "REALM_ID";
    private static final String ROLE = "KEYCLOAK_ROLE";
    private static final String GROUP = "KEYCLOAK_GROUP";
    private static final String CLIENT = "CLIENT";
    private static final String CLIENT_SCOPE = "CLIENT_SCOPE";
    private static final String PROVIDER = "IDENTITY_PROVIDER";
    private static final String ALIAS = "PROVIDER_ALIAS";

    /** The owner of a resource: a user, who has no row if a storage has the user, or the client itself. */
    private static final String OWNER = "RESOURCE_SERVER_RESOURCE.OWNER";

    private static final Map<String, String> PARENTS = Map.ofEntries(
            Map.entry("USER_ROLE_MAPPING.ROLE_ID", ROLE),
            Map.entry("GROUP_ROLE_MAPPING.ROLE_ID", ROLE),
            Map.entry("SCOPE_MAPPING.ROLE_ID", ROLE),
            Map.entry("CLIENT_SCOPE_ROLE_MAPPING.ROLE_ID", ROLE),
            Map.entry("FED_USER_ROLE_MAPPING.ROLE_ID", ROLE),
            Map.entry("USER_GROUP_MEMBERSHIP.GROUP_ID", GROUP),
            Map.entry("FED_USER_GROUP_MEMBERSHIP.GROUP_ID", GROUP),
            Map.entry("REALM_DEFAULT_GROUPS.GROUP_ID", GROUP),
            Map.entry("KEYCLOAK_GROUP.PARENT_GROUP", GROUP),
            Map.entry("KEYCLOAK_ROLE.CLIENT", CLIENT),
            Map.entry("USER_CONSENT.CLIENT_ID", CLIENT),
            Map.entry("FED_USER_CONSENT.CLIENT_ID", CLIENT),
            Map.entry("CLIENT_SCOPE_CLIENT.SCOPE_ID", CLIENT_SCOPE),
            Map.entry("DEFAULT_CLIENT_SCOPE.SCOPE_ID", CLIENT_SCOPE),
            Map.entry("USER_CONSENT_CLIENT_SCOPE.SCOPE_ID", CLIENT_SCOPE),
            Map.entry("FED_USER_CONSENT_CL_SCOPE.SCOPE_ID", CLIENT_SCOPE),
            Map.entry("IDENTITY_PROVIDER.ORGANIZATION_ID", "ORG"),
            Map.entry("FEDERATED_IDENTITY.IDENTITY_PROVIDER", PROVIDER),
            Map.entry("BROKER_LINK.IDENTITY_PROVIDER", PROVIDER),
            Map.entry(OWNER, "USER_ENTITY"));

    /** Scopes of consents, which can also name the client itself. */
    private static final Set<String> MAY_BE_CLIENTS =
            Set.of("USER_CONSENT_CLIENT_SCOPE.SCOPE_ID", "FED_USER_CONSENT_CL_SCOPE.SCOPE_ID");

    private HeldReferences() {}

    /** The columns, such as {@code USER_ROLE_MAPPING.ROLE_ID}. */
    public static Set<String> columns() {
        return PARENTS.keySet();
    }

    /**
     * Locks the rows to which new rows of a table refer.
     *
     * @param table name of the table, which may begin with that of the schema
     * @param columns values of the rows by the name of their column
     * @throws RuntimeException a {@link TransactionFailure#UNKNOWN} if such a row no longer exists
     */
    static void hold(RowLocks locks, String table, Map<String, Object[]> columns) {
        String name = table.substring(table.lastIndexOf('.') + 1).toUpperCase(Locale.ROOT);
        columns.forEach((column, values) -> {
            String reference = name + "." + column;
            String parent = PARENTS.get(reference);
            if (PROVIDER.equals(parent)) {
                String realm = (String) columns.get(REALM)[0];
                locks.share(parent, ALIAS, named(values), realm);
            } else if (parent != null) {
                Set<String> ids = named(values);
                if (OWNER.equals(reference)) {
                    ids.removeAll(named(columns.get("RESOURCE_SERVER_ID")));
                    ids.removeIf(id -> !StorageId.isLocalStorage(id));
                }
                if (MAY_BE_CLIENTS.contains(reference)) {
                    ids.removeAll(locks.shareIfThere(CLIENT, ids));
                }
                locks.share(parent, ID, ids, null);
            }
        });
    }

    private static Set<String> named(Object[] values) {
        return Arrays.stream(values)
                .filter(Objects::nonNull)
                .map(String.class::cast)
                .filter(value -> !value.isBlank()) // the parent of a top-level group is a blank
                .collect(Collectors.toCollection(HashSet::new));
    }
}
