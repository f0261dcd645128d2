// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.users;

import io.keylift.bulkimport.kind.ImportContext;
import io.keylift.bulkimport.kind.RealmKey;
import io.keylift.bulkimport.kind.RejectCode;
import io.keylift.bulkimport.kind.Rows;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.keycloak.common.Profile;

/** Finds the organizations a chunk's records name: one query for aliases, one for ids. */
final class OrganizationLookup {

    private record Found(String id, String alias, String groupId) {}

    private final ImportContext context;
    private final Rows rows;
    private final Rights rights;
    private final Map<String, Found> byAlias = new HashMap<>();
    private final Map<String, Found> byId = new HashMap<>();

    OrganizationLookup(ImportContext context, Rows rows) {
        this.context = context;
        this.rows = rows;
        this.rights = Rights.of(context);
    }

    void resolve(List<UserWork> works) {
        boolean enabled = Profile.isFeatureEnabled(Profile.Feature.ORGANIZATION)
                && context.realm().isOrganizationsEnabled();
        if (enabled) {
            load(works);
        }
        for (UserWork work : works) {
            List<UserOrganization> organizations = work.record.getOrganizations();
            for (int i = 0; organizations != null && i < organizations.size() && work.isOpen(); i++) {
                if (enabled) {
                    join(work, organizations.get(i), i);
                } else {
                    work.item.reject(
                            RejectCode.ORGANIZATIONS_DISABLED,
                            "/organizations/" + i,
                            "Organizations are not enabled for this realm");
                }
            }
        }
    }

    private void join(UserWork work, UserOrganization named, int i) {
        String pointer = "/organizations/" + i;
        Found found = named.getId() == null ? byAlias.get(named.getAlias()) : byId.get(named.getId());
        if (found == null
                || (named.getAlias() != null && !named.getAlias().equals(found.alias()))
                || found.groupId() == null) {
            work.item.reject(
                    RejectCode.UNKNOWN_ORGANIZATION, pointer, "The realm has no organization of this alias or id");
        } else if (!rights.mayManageOrganization(context, found.id())) {
            work.item.reject(RejectCode.FORBIDDEN, pointer, "You may not manage the organization " + found.alias());
        } else {
            work.organizations.add(
                    new UserWork.Organization(found.id(), found.groupId(), named.getMembershipType(), i));
        }
    }

    private void load(List<UserWork> works) {
        Set<String> aliases = new HashSet<>();
        Set<String> ids = new HashSet<>();
        for (UserWork work : works) {
            if (work.record.getOrganizations() != null) {
                for (UserOrganization named : work.record.getOrganizations()) {
                    if (named.getId() == null) {
                        aliases.add(named.getAlias());
                    } else {
                        ids.add(named.getId());
                    }
                }
            }
        }
        String realm = context.realm().getId();
        for (Found found : found(rows.select(RealmKey.ORGANIZATION_ALIAS, realm, aliases))) {
            byAlias.put(found.alias(), found);
        }
        String select =
                "select o.id, o.alias, o.groupId from OrganizationEntity o where o.realmId = :realm and o.id in (:values)";
        for (Found found : found(rows.select(select, ids, Map.of("realm", realm)))) {
            byId.put(found.id(), found);
        }
    }

    private static List<Found> found(List<Object[]> rows) {
        return rows.stream()
                .map(row -> new Found((String) row[0], (String) row[1], (String) row[2]))
                .toList();
    }
}
