// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.members;

import io.keylift.bulkimport.kind.shared.filter.Filters;
import io.keylift.bulkimport.kind.shared.reference.ViewRights;
import io.keylift.bulkimport.kind.spi.ExportContext;
import io.keylift.bulkimport.kind.spi.KeyOrder;
import io.keylift.bulkimport.kind.spi.OrderedSource;
import io.keylift.bulkimport.kind.spi.ReadContext;
import io.keylift.bulkimport.kind.spi.RemovalTarget;
import io.keylift.bulkimport.kind.spi.RowReference;
import io.keylift.bulkimport.kinds.members.MemberReader.Member;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.keycloak.authorization.fgap.AdminPermissionsSchema;
import org.keycloak.models.RealmModel;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/**
 * Reads memberships, one group after the other.
 *
 * @param kind kind of the records
 * @param groups entity of the groups that have the members, with alias {@code g}, joined to membership {@code m}
 * @param condition condition on the groups of a realm, in JPQL with parameter {@code :realm}
 * @param writer creates the record of a membership
 */
record MembersSource<R extends MemberContent>(
        MembersKind<R> kind, String groups, String condition, Function<Member, R> writer) implements OrderedSource<R> {

    @Override
    public void requirePermission(AdminPermissionEvaluator permissions, RealmModel realm) {
        kind.requireView(permissions);
    }

    @Override
    public boolean showsAll(ReadContext context) {
        return ViewRights.of(context).mayViewAllUsers(context)
                && (kind.isOfRealm() || ViewRights.of(context).mayViewAllOrganizations(context));
    }

    @Override
    public Set<String> filters() {
        return kind.filters();
    }

    @Override
    public KeyOrder order(ExportContext context, Selection selection) {
        KeyOrder members = KeyOrder.of(
                        MemberReader.ID, "UserGroupMembershipEntity m join " + groups, "m.groupId", "m.user.id")
                .where(condition, "realm", context.realm().getId())
                .listed(AdminPermissionsSchema.USERS, "user");
        kind.filter(members, Filters.of(context, selection));
        return members;
    }

    /** Looks for the users by their index; the id of a membership has none. */
    @Override
    public Set<String> select(ExportContext context, Selection selection, Collection<String> ids) {
        Set<String> selected = new HashSet<>(order(context, selection)
                .among(
                        context,
                        "m.user.id",
                        ids.stream().map(MemberReader::userId).collect(Collectors.toSet())));
        selected.retainAll(ids);
        return selected;
    }

    @Override
    public RemovalTarget target(String id) {
        return new RemovalTarget(RemovalTarget.Type.OF_USER, MemberReader.userId(id));
    }

    @Override
    public List<String> find(ExportContext context, List<R> keys) {
        List<R> named = keys.stream().map(key -> kind.isKey(key) ? key : null).toList();
        return MemberReader.find(context, named);
    }

    @Override
    public Map<String, List<?>> implied(ExportContext context, List<R> records) {
        List<OrganizationMemberRecord> implied = records.stream()
                .filter(kind::isKey)
                .map(kind::implied)
                .filter(Objects::nonNull)
                .distinct()
                .toList();
        return implied.isEmpty() ? Map.of() : Map.of(OrganizationMembersKind.ID, implied);
    }

    /** The user of a managed membership is removed with it, and so are memberships in departments. */
    @Override
    public RowReference row(String id) {
        return kind.hasDepartments() ? new RowReference("USER_ENTITY", MemberReader.userId(id)) : null;
    }

    @Override
    public boolean addsRow() {
        return false;
    }

    @Override
    public boolean hasSecretReferrers() {
        return kind.hasDepartments();
    }

    @Override
    public Map<String, SortedMap<String, Long>> referrerCounts(ExportContext context, Collection<String> ids) {
        return kind.hasDepartments() ? MemberReader.referrerCounts(context, ids) : Map.of();
    }

    @Override
    public Map<String, R> load(ExportContext context, Selection selection, Collection<String> ids) {
        Map<String, R> records = new HashMap<>();
        MemberReader.read(context, ids).forEach((id, member) -> records.put(id, writer.apply(member)));
        return records;
    }
}
