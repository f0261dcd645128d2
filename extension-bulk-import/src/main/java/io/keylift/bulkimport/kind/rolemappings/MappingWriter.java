// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.rolemappings;

import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.rows.BulkDelete;
import io.keylift.bulkimport.rows.BulkInsert;
import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.keycloak.models.cache.CacheRealmProvider;
import org.keycloak.models.cache.UserCache;
import org.keycloak.models.cache.infinispan.UserCacheSession;
import org.keycloak.models.jpa.entities.GroupEntity;
import org.keycloak.models.jpa.entities.GroupRoleMappingEntity;
import org.keycloak.models.jpa.entities.UserEntity;
import org.keycloak.models.jpa.entities.UserRoleMappingEntity;

/** Writes the rows of a chunk, and registers what Keycloak's caches have to forget after the commit. */
final class MappingWriter {

    private final ImportContext context;

    MappingWriter(ImportContext context) {
        this.context = context;
    }

    void write(List<MappingWork> works) {
        List<Mapping> added = new ArrayList<>();
        List<Mapping> removed = new ArrayList<>();
        StorageMappings ofStorages = new StorageMappings(context);
        works.stream().filter(work -> work.ofStorage && work.isChange()).forEach(ofStorages::write);
        for (MappingWork work : works) {
            if (work.ofStorage) {
                continue;
            }
            boolean group = work.record.isOfGroup();
            work.added.forEach(role -> added.add(new Mapping(group, work.subject, role.id())));
            work.removed.forEach(role -> removed.add(new Mapping(group, work.subject, role.id())));
        }
        EntityManager em = context.entityManager();
        // Those who remove the same wait for each other instead of each for the other.
        removed.sort(Comparator.comparing(Mapping::subject).thenComparing(Mapping::role));
        BulkDelete.delete(em, removed.stream().map(Mapping::row).toList());
        BulkInsert.insert(
                em,
                added.stream()
                        .filter(mapping -> !mapping.group)
                        .map(Mapping::row)
                        .toList());
        BulkInsert.insert(
                em, added.stream().filter(Mapping::group).map(Mapping::row).toList());
        invalidateCaches(works);
        MappingEvents.fire(context, works);
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
     * What is kept of a user or group is kept under its id, roles included; no list and no other name of it changes.
     * What the members of a group have by its roles is looked up through the group.
     */
    private void invalidateCaches(List<MappingWork> works) {
        CacheRealmProvider groups = context.session().getProvider(CacheRealmProvider.class);
        UserCache users = context.session().getProvider(UserCache.class);
        for (MappingWork work : works) {
            if (!work.isChange()) {
                continue;
            }
            if (work.record.isOfGroup()) {
                if (groups != null) {
                    groups.registerInvalidation(work.subject);
                }
            } else if (users instanceof UserCacheSession cache) {
                cache.registerInvalidation(work.subject);
            }
        }
    }
}
