// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.grants;

import io.keylift.bulkimport.kind.shared.reference.KnownClient;
import io.keylift.bulkimport.kind.shared.reference.KnownRole;
import io.keylift.bulkimport.kind.spi.ReadContext;
import io.keylift.bulkimport.rows.Queries;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.keycloak.models.GroupModel;
import org.keycloak.models.jpa.entities.GroupEntity;

/** Objects that permissions are about, found by id with one query for the rows of a table. */
final class Facts {

    private static final String CLIENT =
            "select c.id, c.clientId from ClientEntity c where c.realmId = :realm and c.id in (:values)";

    private final Map<String, Object> realm;
    private final Queries rows;
    private final Map<String, KnownRole> roles = new HashMap<>();
    private final Map<String, KnownGroup> groups = new HashMap<>();
    private final Map<String, KnownClient> clients = new HashMap<>();
    private final Map<String, String> policies = new HashMap<>();
    private final Map<String, String> resources = new HashMap<>();
    private final Map<String, String> consents = new HashMap<>();

    /**
     * A group of the realm, an organization's own group, or a department.
     *
     * @param organization id of the organization; {@code null} for a group of the realm
     * @param department whether it is one
     */
    record KnownGroup(String organization, boolean department) {}

    Facts(ReadContext context, Queries rows) {
        realm = Map.of("realm", context.realm().getId());
        this.rows = rows;
    }

    private static Set<String> unknown(Collection<String> ids, Map<String, ?> known) {
        Set<String> unknown = new HashSet<>(ids);
        unknown.removeAll(known.keySet());
        unknown.remove(null);
        return unknown;
    }

    void needClients(Collection<String> ids) {
        rows.select(CLIENT, unknown(ids, clients), realm)
                .forEach(row -> clients.put((String) row[0], new KnownClient((String) row[0], (String) row[1])));
    }

    void needRoles(Collection<String> ids) {
        rows.select(
                        "select r.id, r.name, c.id, c.clientId from RoleEntity r"
                                + " left join ClientEntity c on c.id = r.clientId"
                                + " where r.realmId = :realm and r.id in (:values)",
                        unknown(ids, roles),
                        realm)
                .forEach(row -> roles.put(
                        (String) row[0],
                        new KnownRole(
                                (String) row[0],
                                (String) row[1],
                                row[2] == null ? null : new KnownClient((String) row[2], (String) row[3]))));
    }

    void needGroups(Collection<String> ids) {
        rows.select(
                        "select g.id, g.type, g.organization.id, g.parentId from GroupEntity g"
                                + " where g.realm = :realm and g.id in (:values)",
                        unknown(ids, groups),
                        realm)
                .forEach(row -> {
                    boolean ofRealm = (Integer) row[1] == GroupModel.Type.REALM.intValue();
                    boolean top = GroupEntity.TOP_PARENT_ID.equals(row[3]);
                    groups.put((String) row[0], new KnownGroup(ofRealm ? null : (String) row[2], !ofRealm && !top));
                });
    }

    void needPolicies(Collection<String> ids) {
        rows.select(
                        "select p.id, p.resourceServer.id from PolicyEntity p where p.id in (:values)",
                        unknown(ids, policies),
                        Map.of())
                .forEach(row -> policies.put((String) row[0], (String) row[1]));
        needClients(policies.values());
    }

    void needResources(Collection<String> ids) {
        rows.select(
                        "select r.id, r.resourceServer from ResourceEntity r where r.id in (:values)",
                        unknown(ids, resources),
                        Map.of())
                .forEach(row -> resources.put((String) row[0], (String) row[1]));
        needClients(resources.values());
    }

    void needConsents(Collection<String> ids) {
        needConsents(ids, "select c.id, c.user.id from UserConsentEntity c where c.id in (:values)");
        needConsents(ids, "select c.id, c.userId from FederatedUserConsentEntity c where c.id in (:values)");
    }

    private void needConsents(Collection<String> ids, String jpql) {
        rows.select(jpql, unknown(ids, consents), Map.of())
                .forEach(row -> consents.put((String) row[0], (String) row[1]));
    }

    /** {@code null} if the realm has no such role. */
    KnownRole role(String id) {
        return roles.get(id);
    }

    /** {@code null} if the realm has no such client. */
    KnownClient client(String id) {
        return clients.get(id);
    }

    /** {@code null} if the realm has no such group. */
    KnownGroup group(String id) {
        return groups.get(id);
    }

    /** Id of the resource server of a policy, whose client is known; {@code null} if there is no such policy. */
    String serverOfPolicy(String id) {
        return policies.get(id);
    }

    /** Id of the resource server of a resource, whose client is known; {@code null} if there is no such resource. */
    String serverOfResource(String id) {
        return resources.get(id);
    }

    /** Id of the user who consents; {@code null} if there is no such consent. */
    String userOfConsent(String id) {
        return consents.get(id);
    }
}
