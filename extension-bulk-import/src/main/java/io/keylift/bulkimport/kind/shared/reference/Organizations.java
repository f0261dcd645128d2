// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.reference;

import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.ReadContext;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.rows.LookupKey;
import io.keylift.bulkimport.rows.Queries;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.keycloak.common.Profile;

/** Organizations that the records of a chunk name: one query for aliases, one for ids. */
public final class Organizations {

    /** Does not reveal, to a caller who may not view all organizations, whether this one exists. */
    public static final String REFUSAL =
            "The caller does not have permission to manage an organization with this alias or id";

    /** Selects id, alias and internal group of an organization. */
    public static final LookupKey ALIAS = LookupKey.of(
                    "OrganizationEntity", "ORG", "id, alias, groupId", "ID, ALIAS, GROUP_ID")
            .inRealm()
            .by("alias", "ALIAS")
            .ordered();

    /** An organization; its group has its members and is the parent of its departments. */
    public record Organization(String id, String alias, String groupId) {}

    private final ReadContext context;
    private final Queries rows;
    private final Set<String> aliases = new HashSet<>();
    private final Set<String> ids = new HashSet<>();
    private final Map<String, Organization> byAlias = new HashMap<>();
    private final Map<String, Organization> byId = new HashMap<>();

    public Organizations(ReadContext context, Queries rows) {
        this.context = context;
        this.rows = rows;
    }

    /** Whether server and realm have organizations enabled. */
    public static boolean areEnabled(ReadContext context) {
        return Profile.isFeatureEnabled(Profile.Feature.ORGANIZATION)
                && context.realm().isOrganizationsEnabled();
    }

    public void needAlias(String alias) {
        aliases.add(alias);
    }

    public void needId(String id) {
        ids.add(id);
    }

    /** @param name an alias or, if no organization has it, an id */
    public void need(String name) {
        aliases.add(name);
        ids.add(name);
    }

    public void load() {
        String realm = context.realm().getId();
        for (Organization found : organizations(rows.select(ALIAS, realm, aliases))) {
            byAlias.put(found.alias(), found);
        }
        String select = "select o.id, o.alias, o.groupId from OrganizationEntity o where o.realmId = :realm and o.id in"
                + " (:values)";
        for (Organization found : organizations(rows.select(select, ids, Map.of("realm", realm)))) {
            byId.put(found.id(), found);
        }
    }

    /** The loaded organization with this alias, or {@code null}. */
    public Organization ofAlias(String alias) {
        return byAlias.get(alias);
    }

    /** The loaded organization with this id, or {@code null}. */
    public Organization ofId(String id) {
        return byId.get(id);
    }

    /** The loaded organization with this alias or id, which the caller may change; {@code null} after a reject. */
    public Organization find(Item<?> item, String name, String pointer) {
        Organization found = byAlias.getOrDefault(name, byId.get(name));
        if (found == null && ViewRights.of(context).mayViewAllOrganizations(context)) {
            item.reject(
                    RejectCode.UNKNOWN_ORGANIZATION, pointer, "The realm has no organization with this alias or id");
        } else if (found == null || !Rights.of(context).mayManageOrganization(context, found.id())) {
            item.reject(RejectCode.FORBIDDEN, pointer, REFUSAL);
        }
        return item.isRejected() ? null : found;
    }

    /** Like {@link #find}, but an organization that does not exist, or that the caller may not view, is no reject. */
    public Organization findIfPresent(Item<?> item, String name, String pointer) {
        Organization found = byAlias.getOrDefault(name, byId.get(name));
        if (found == null || Rights.of(context).mayManageOrganization(context, found.id())) {
            return found;
        }
        if (ViewRights.of(context).mayViewOrganization(context, found.id())) {
            item.reject(RejectCode.FORBIDDEN, pointer, REFUSAL);
        }
        return null;
    }

    private static List<Organization> organizations(List<Object[]> rows) {
        return rows.stream()
                .filter(row -> row[2] != null)
                .map(row -> new Organization((String) row[0], (String) row[1], (String) row[2]))
                .toList();
    }
}
