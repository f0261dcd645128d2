// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.rolemappings;

import io.keylift.bulkimport.kind.shared.reference.CachedUsers;
import io.keylift.bulkimport.kind.shared.reference.MappingsWriter;
import io.keylift.bulkimport.kind.shared.reference.Rights;
import io.keylift.bulkimport.kind.shared.reference.StoredMappings;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.rows.BulkDelete;
import io.keylift.bulkimport.rows.BulkInsert;
import io.keylift.bulkimport.rows.Queries;
import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import org.keycloak.models.cache.CacheRealmProvider;
import org.keycloak.models.jpa.entities.GroupEntity;
import org.keycloak.models.jpa.entities.GroupRoleMappingEntity;
import org.keycloak.models.jpa.entities.UserEntity;
import org.keycloak.models.jpa.entities.UserRoleMappingEntity;

/** Writes a chunk of role mappings: adds them or, in a removal, deletes them. */
final class RoleMappingsWriter extends MappingsWriter<RoleMapping, RoleMappingWork> {

    private final String defaultRole;
    private final StorageMappings ofStorages;

    RoleMappingsWriter(ImportContext context, boolean removal) {
        super(context, removal, "user, group or department", Rights::mayMapRole);
        defaultRole = context.realm().getDefaultRole().getId();
        ofStorages = new StorageMappings(context);
    }

    @Override
    protected RoleMappingWork begin(Item<RoleMapping> item) {
        return new RoleMappingWork(item, removal, defaultRole);
    }

    @Override
    protected void findSubjects(List<RoleMappingWork> works, Queries rows) {
        new SubjectLookup(context, rows, removal).find(works);
    }

    @Override
    protected String table(RoleMappingWork work) {
        return work.record.isOfGroup() ? "KEYCLOAK_GROUP" : "USER_ENTITY";
    }

    /** One query for users, and one for groups and departments. */
    @Override
    protected void load(StoredMappings stored, List<RoleMappingWork> found) {
        stored.load("UserRoleMappingEntity m", "m.user.id", "m.roleId", subjects(found, RoleMappingsWriter::isOfUser));
        stored.load(
                "GroupRoleMappingEntity m", "m.group.id", "m.roleId", subjects(found, work -> work.record.isOfGroup()));
        for (String user : subjects(found, work -> work.ofStorage)) {
            ofStorages.of(user).forEach(role -> stored.put(user, role));
        }
    }

    /** Whether the roles are in the rows of a user. */
    private static boolean isOfUser(RoleMappingWork work) {
        return !work.record.isOfGroup() && !work.ofStorage;
    }

    private static List<String> subjects(List<RoleMappingWork> works, Predicate<RoleMappingWork> selected) {
        return works.stream()
                .filter(selected)
                .map(RoleMappingWork::subject)
                .distinct()
                .toList();
    }

    @Override
    protected void writeRows(List<RoleMappingWork> changed) {
        List<MappingRow> added = new ArrayList<>();
        List<MappingRow> removed = new ArrayList<>();
        for (RoleMappingWork work : changed) {
            if (work.ofStorage) {
                ofStorages.write(work);
                continue;
            }
            boolean group = work.record.isOfGroup();
            work.added.forEach(role -> added.add(new MappingRow(group, work.subject(), role.id())));
            work.removed.forEach(role -> removed.add(new MappingRow(group, work.subject(), role.id())));
        }
        EntityManager em = context.entityManager();
        // In the same order for all chunks: concurrent removals of the same mappings wait instead of deadlocking.
        removed.sort(Comparator.comparing(MappingRow::subject).thenComparing(MappingRow::role));
        BulkDelete.delete(em, removed.stream().map(MappingRow::row).toList());
        BulkInsert.insert(em, rows(added, false));
        BulkInsert.insert(em, rows(added, true));
    }

    private static List<Object> rows(List<MappingRow> mappings, boolean ofGroups) {
        return mappings.stream()
                .filter(mapping -> mapping.group == ofGroups)
                .map(MappingRow::row)
                .toList();
    }

    private record MappingRow(boolean group, String subject, String role) {

        Object row() {
            return group ? ofGroup() : ofUser();
        }

        private Object ofUser() {
            UserEntity user = new UserEntity();
            user.setId(subject);
            UserRoleMappingEntity row = new UserRoleMappingEntity();
            row.setUser(user);
            row.setRoleId(role);
            return row;
        }

        private Object ofGroup() {
            GroupEntity entity = new GroupEntity();
            entity.setId(subject);
            GroupRoleMappingEntity row = new GroupRoleMappingEntity();
            row.setGroup(entity);
            row.setRoleId(role);
            return row;
        }
    }

    /**
     * The caches store a user, group or department with its roles under its id; no list and no other key of it changes.
     * The roles that members have through a group are looked up through the group.
     */
    @Override
    protected void invalidate(List<RoleMappingWork> changed) {
        CacheRealmProvider groups = context.session().getProvider(CacheRealmProvider.class);
        CachedUsers users = CachedUsers.of(context);
        for (RoleMappingWork work : changed) {
            if (work.record.isOfGroup()) {
                if (groups != null) {
                    groups.registerInvalidation(work.subject());
                }
            } else {
                users.forget(work.subject());
            }
        }
    }

    @Override
    protected void fire(List<RoleMappingWork> changed) {
        MappingEvents.fire(context, changed);
    }
}
