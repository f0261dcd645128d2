// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.resources;

import io.keylift.bulkimport.job.IdMode;
import io.keylift.bulkimport.kind.shared.reference.AuthorizationKeys;
import io.keylift.bulkimport.kind.spi.GivenIds;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.rows.BulkInsert;
import io.keylift.bulkimport.rows.Queries;
import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.keycloak.authorization.jpa.entities.ResourceServerEntity;
import org.keycloak.authorization.jpa.entities.ScopeEntity;
import org.keycloak.representations.idm.authorization.ScopeRepresentation;

/** The scopes of a chunk's resources. Missing scopes are created. */
final class Scopes {

    private final EntityManager em;
    private final Queries rows;
    private final Map<List<String>, ScopeEntity> byName = new HashMap<>();
    private final Map<String, ScopeEntity> byId = new HashMap<>();
    private final List<ScopeEntity> added = new ArrayList<>();
    private final IdMode mode;
    private GivenIds givenIds;

    Scopes(ImportContext context, Queries rows) {
        em = context.entityManager();
        mode = context.spec().ids();
        this.rows = rows;
    }

    void load(List<ResourceWork> works) {
        Set<List<String>> names = new LinkedHashSet<>();
        List<String> ids = new ArrayList<>();
        for (ResourceWork work : works) {
            for (ScopeRepresentation scope : work.record.getScopes()) {
                names.add(List.of(scope.getName(), work.server));
                if (scope.getId() != null) {
                    ids.add(scope.getId());
                }
            }
        }
        rows.selectTuples(AuthorizationKeys.SCOPE, names, Map.of()).forEach(this::keep);
        rows.select(
                        "select s.id, s.name, s.resourceServer.id from ScopeEntity s where s.id in (:values)",
                        ids,
                        Map.of())
                .forEach(this::keep);
        givenIds = new GivenIds(mode, byId.keySet());
    }

    private void keep(Object[] row) {
        keep(scope((String) row[0], (String) row[1], (String) row[2]));
    }

    private void keep(ScopeEntity scope) {
        byId.put(scope.getId(), scope);
        byName.put(List.of(scope.getName(), scope.getResourceServer().getId()), scope);
    }

    private ScopeEntity scope(String id, String name, String server) {
        ScopeEntity scope = new ScopeEntity();
        scope.setId(id);
        scope.setName(name);
        scope.setResourceServer(em.getReference(ResourceServerEntity.class, server));
        return scope;
    }

    /** Finds the record's scopes. Must be called last, because it decides which scopes are created. */
    void resolve(ResourceWork work) {
        for (ScopeRepresentation given : work.record.getScopes()) {
            ScopeEntity scope = byName.get(List.of(given.getName(), work.server));
            ScopeEntity sameId = given.getId() == null ? scope : byId.get(given.getId());
            if (givenIds.areStrict() && scope != sameId) {
                work.item.reject(
                        RejectCode.CONFLICT,
                        "/scopes",
                        "Another scope has this id, or the scope with this name has another id");
                return;
            }
        }
        for (ScopeRepresentation given : work.record.getScopes()) {
            ScopeEntity scope = byName.get(List.of(given.getName(), work.server));
            if (scope == null) {
                scope = add(given, work.server);
                work.addedScopes.put(scope.getName(), scope.getId());
            }
            work.scopes.add(scope);
        }
    }

    private ScopeEntity add(ScopeRepresentation given, String server) {
        ScopeEntity scope = scope(givenIds.ofNew(given.getId()), given.getName(), server);
        scope.setDisplayName(given.getDisplayName());
        scope.setIconUri(given.getIconUri());
        keep(scope);
        added.add(scope);
        return scope;
    }

    List<ScopeEntity> added() {
        return added;
    }

    /** In the same order for all chunks, so that two chunks that create the same scopes do not wait for each other. */
    void insert() {
        added.sort(Comparator.comparing(
                        (ScopeEntity scope) -> scope.getResourceServer().getId())
                .thenComparing(ScopeEntity::getName));
        BulkInsert.insert(em, added);
    }
}
