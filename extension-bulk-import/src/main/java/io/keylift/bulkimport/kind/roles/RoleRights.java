// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.roles;

import io.keylift.bulkimport.kind.ImportContext;
import io.keylift.bulkimport.kind.reference.KnownClient;
import io.keylift.bulkimport.kind.reference.KnownRole;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What the caller may do with roles of the realm and of each client, decided once in a job as far as memory allows. */
final class RoleRights {

    /** Roles that others are composed of may be as many as there are records. */
    private static final int MAX_KEPT = 10_000;

    private static final String REALM = "";

    private final Map<String, Boolean> containers = new ConcurrentHashMap<>();
    private final Map<KnownRole, Boolean> composites = new ConcurrentHashMap<>();

    static RoleRights of(ImportContext context) {
        return context.shared(RoleRights.class, RoleRights::new);
    }

    /** Whether the caller may add roles to a client or, if that is {@code null}, to the realm. */
    boolean mayManageRolesOf(ImportContext context, KnownClient client) {
        String key = client == null ? REALM : client.id();
        Boolean known = containers.get(key);
        if (known == null) {
            known = context.permissions().roles().canManage(client == null ? context.realm() : client.model(context));
            containers.put(key, known);
        }
        return known;
    }

    /** Whether the caller may change this role: Keycloak lets change a client's roles whoever may add some. */
    boolean mayManage(ImportContext context, KnownRole role) {
        return mayManageRolesOf(context, role.client())
                && (role.client() != null || context.permissions().roles().canManage(role.model(context)));
    }

    /** Whether the caller may make this role a part of others. */
    boolean mayMapComposite(ImportContext context, KnownRole role) {
        Boolean known = composites.get(role);
        if (known == null) {
            known = context.permissions().roles().canMapComposite(role.model(context));
            if (composites.size() >= MAX_KEPT) {
                composites.clear();
            }
            composites.put(role, known);
        }
        return known;
    }
}
