// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.reference;

import io.keylift.bulkimport.kind.spi.ExportContext;
import io.keylift.bulkimport.rows.Queries;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Names of roles by their ids: one query for roles, one for their clients. */
public final class RoleNames {

    private final ExportContext context;
    private final Map<String, KnownRole> roles = new HashMap<>();

    private RoleNames(ExportContext context) {
        this.context = context;
    }

    /** @param ids ids of roles of the realm and of clients */
    public static RoleNames load(ExportContext context, Queries rows, Collection<String> ids) {
        RoleNames names = new RoleNames(context);
        List<Object[]> found =
                rows.select("select r.id, r.name, r.clientId from RoleEntity r where r.id in (:values)", ids, Map.of());
        Map<String, KnownClient> clients = new HashMap<>();
        List<String> clientIds = found.stream()
                .map(row -> (String) row[2])
                .filter(id -> id != null)
                .distinct()
                .toList();
        rows.select("select c.id, c.clientId from ClientEntity c where c.id in (:values)", clientIds, Map.of())
                .forEach(row -> clients.put((String) row[0], new KnownClient((String) row[0], (String) row[1])));
        for (Object[] row : found) {
            KnownClient client = clients.get((String) row[2]);
            if (client != null || row[2] == null) {
                names.roles.put((String) row[0], new KnownRole((String) row[0], (String) row[1], client));
            }
        }
        return names;
    }

    /** The role with this id; {@code null} if it was removed. */
    public KnownRole role(String id) {
        return roles.get(id);
    }

    /** A list of role names and a map of them by client id, as Keycloak's representations have them. */
    public record Named(List<String> realmRoles, Map<String, List<String>> clientRoles) {}

    /**
     * The sorted names. If the caller may not view the roles of the realm, {@code realmRoles} is {@code null}; clients
     * whose roles the caller may not view are missing. The hidden parts do not depend on the roles of the object.
     *
     * @param owner id of the object that has the roles
     */
    public Named name(String owner, Collection<String> ids) {
        return name(owner, ids, "realmRoles", "clientRoles");
    }

    /**
     * Like {@link #name(String, Collection)}, for a record with other fields.
     *
     * @param realmField field for the names of roles of the realm
     * @param clientField field for those of client roles
     */
    public Named name(String owner, Collection<String> ids, String realmField, String clientField) {
        List<String> realmRoles = new ArrayList<>();
        Map<String, List<String>> clientRoles = new TreeMap<>();
        ViewRights rights = ViewRights.of(context);
        boolean showsRealmRoles = rights.mayViewRealmRoles(context);
        if (!showsRealmRoles) {
            context.hidden(owner, realmField);
        }
        if (!rights.mayViewAllClients(context)) {
            context.hidden(owner, clientField);
        }
        for (String id : ids) {
            KnownRole role = roles.get(id);
            if (role == null) {
                continue; // removed by a transaction that had not committed when the mapping was read
            }
            if (!rights.mayViewRole(context, role)) {
                continue;
            }
            if (role.client() == null) {
                realmRoles.add(role.name());
            } else {
                clientRoles
                        .computeIfAbsent(role.client().clientId(), any -> new ArrayList<>())
                        .add(role.name());
            }
        }
        realmRoles.sort(null);
        clientRoles.values().forEach(names -> names.sort(null));
        return new Named(showsRealmRoles ? realmRoles : null, clientRoles);
    }
}
