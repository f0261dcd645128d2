// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import io.keylift.bulkimport.kind.shared.filter.Filters;
import io.keylift.bulkimport.kind.shared.filter.UserFilters;
import io.keylift.bulkimport.kind.shared.reference.ViewRights;
import io.keylift.bulkimport.kind.spi.ExportContext;
import io.keylift.bulkimport.kind.spi.KeyOrder;
import io.keylift.bulkimport.kind.spi.OrderedSource;
import io.keylift.bulkimport.kind.spi.ReadContext;
import io.keylift.bulkimport.kind.spi.ReferrerCounts;
import io.keylift.bulkimport.kind.spi.RemovalTarget;
import io.keylift.bulkimport.kind.spi.RowReference;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.BinaryOperator;
import org.keycloak.authorization.fgap.AdminPermissionsSchema;
import org.keycloak.models.RealmModel;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/**
 * Reads users in the order of their usernames. As in Keycloak's list of users, the service accounts of clients are not
 * among them.
 */
final class UsersSource implements OrderedSource<UserRecord> {

    @Override
    public void requirePermission(AdminPermissionEvaluator permissions, RealmModel realm) {
        permissions.users().requireQuery();
    }

    @Override
    public boolean showsAll(ReadContext context) {
        return ViewRights.of(context).mayViewAllUsers(context);
    }

    @Override
    public Set<String> filters() {
        return UserFilters.NAMES;
    }

    @Override
    public KeyOrder order(ExportContext context, Selection selection) {
        return UserFilters.apply(
                KeyOrder.of("u.id", "UserEntity u", "u.username")
                        .where("u.realmId = :realm", "realm", context.realm().getId())
                        .where("u.serviceAccountClientLink is null")
                        .listed(AdminPermissionsSchema.USERS),
                Filters.of(context, selection));
    }

    /** A client selects users only together with a role. */
    @Override
    public Set<String> scopes() {
        return Set.of(Filters.ORGANIZATION, Filters.GROUP);
    }

    @Override
    public RemovalTarget target(String id) {
        return new RemovalTarget(RemovalTarget.Type.USER, id);
    }

    @Override
    public boolean isNamedByOutcomes() {
        return true;
    }

    @Override
    public List<String> find(ExportContext context, List<UserRecord> keys) {
        return new UserFinder(context).find(keys);
    }

    @Override
    public boolean hasSecrets() {
        return true;
    }

    @Override
    public BinaryOperator<UserRecord> normalizer(ExportContext context) {
        return new ComparableUsers(context)::of;
    }

    @Override
    public boolean areIndependent() {
        return true;
    }

    @Override
    public RowReference row(String id) {
        return new RowReference("USER_ENTITY", id);
    }

    @Override
    public Map<String, SortedMap<String, Long>> referrerCounts(ExportContext context, Collection<String> ids) {
        return new ReferrerCounts(context, ids)
                .count("t.owner", "PermissionTicketEntity t")
                .count("t.requester", "PermissionTicketEntity t")
                .count("r.owner", "ResourceEntity r")
                .count("a.holderId", "KeyliftCapabilityAssignmentEntity a")
                .counts();
    }

    @Override
    public Map<String, UserRecord> load(ExportContext context, Selection selection, Collection<String> ids) {
        return new UserReader(context, selection).read(ids);
    }
}
