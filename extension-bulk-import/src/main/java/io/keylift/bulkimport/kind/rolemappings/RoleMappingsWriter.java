// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.rolemappings;

import io.keylift.bulkimport.kind.reference.KnownRole;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.WorkWriter;
import io.keylift.bulkimport.rows.BulkDelete;
import io.keylift.bulkimport.rows.BulkInsert;
import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.keycloak.models.cache.CacheRealmProvider;
import org.keycloak.models.cache.UserCache;
import org.keycloak.models.cache.infinispan.UserCacheSession;
import org.keycloak.models.jpa.entities.GroupEntity;
import org.keycloak.models.jpa.entities.GroupRoleMappingEntity;
import org.keycloak.models.jpa.entities.UserEntity;
import org.keycloak.models.jpa.entities.UserRoleMappingEntity;

/** Writes a chunk of role mappings: those that records add or, in a removal, take away. */
final class RoleMappingsWriter extends WorkWriter<RoleMapping, MappingWork> {

    private final boolean removal;

    RoleMappingsWriter(ImportContext context, boolean removal) {
        super(context);
        this.removal = removal;
    }

    @Override
    protected List<MappingWork> plan(List<Item<RoleMapping>> items) {
        MappingResolver resolver = new MappingResolver(context, removal);
        return removal
                ? resolver.resolve(items, RevokedMappings::new, RoleMappingsWriter::planRemoval)
                : resolver.resolve(items, MappingWork::new, new MappingPlanner(context)::plan);
    }

    /** The resolver has already checked the permission to map the roles, which a removal requires, too. */
    private static void planRemoval(MappingWork work, Map<String, KnownRole> stored) {
        for (KnownRole role : work.wanted.roles()) {
            if (stored.remove(role.id()) != null) {
                work.removed.add(role);
            }
        }
    }

    @Override
    protected void writeRows(List<MappingWork> changed) {
        List<Mapping> added = new ArrayList<>();
        List<Mapping> removed = new ArrayList<>();
        StorageMappings ofStorages = new StorageMappings(context);
        for (MappingWork work : changed) {
            if (work.ofStorage) {
                ofStorages.write(work);
                continue;
            }
            boolean group = work.record.isOfGroup();
            work.added.forEach(role -> added.add(new Mapping(group, work.subject, role.id())));
            work.removed.forEach(role -> removed.add(new Mapping(group, work.subject, role.id())));
        }
        EntityManager em = context.entityManager();
        // In the same order for all chunks: concurrent removals of the same mappings wait instead of deadlocking.
        removed.sort(Comparator.comparing(Mapping::subject).thenComparing(Mapping::role));
        BulkDelete.delete(em, removed.stream().map(Mapping::row).toList());
        BulkInsert.insert(em, rows(added, false));
        BulkInsert.insert(em, rows(added, true));
    }

    private static List<Object> rows(List<Mapping> mappings, boolean ofGroups) {
        return mappings.stream()
                .filter(mapping -> mapping.group == ofGroups)
                .map(Mapping::row)
                .toList();
    }

    private record Mapping(boolean group, String subject, String role) {

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
    protected void invalidate(List<MappingWork> changed) {
        CacheRealmProvider groups = context.session().getProvider(CacheRealmProvider.class);
        UserCache users = context.session().getProvider(UserCache.class);
        for (MappingWork work : changed) {
            if (work.record.isOfGroup()) {
                if (groups != null) {
                    groups.registerInvalidation(work.subject);
                }
            } else if (users instanceof UserCacheSession cache) {
                cache.registerInvalidation(work.subject);
            }
        }
    }

    @Override
    protected void fire(List<MappingWork> changed) {
        MappingEvents.fire(context, changed);
    }
}
