// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.verification;

import io.keylift.bulkimport.kind.spi.ExportContext;
import io.keylift.bulkimport.kind.spi.ReadContext;
import jakarta.persistence.EntityManager;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/** The session of a chunk as the source of its kind sees it. Notes which fields the caller may not view. */
public final class ComparedContext implements ExportContext {

    private final ReadContext context;
    private final Map<String, Set<String>> hidden = new HashMap<>();

    public ComparedContext(ReadContext context) {
        this.context = context;
    }

    @Override
    public KeycloakSession session() {
        return context.session();
    }

    @Override
    public RealmModel realm() {
        return context.realm();
    }

    @Override
    public EntityManager entityManager() {
        return context.entityManager();
    }

    @Override
    public AdminPermissionEvaluator permissions() {
        return context.permissions();
    }

    @Override
    public <T> T decisions(Class<T> type, Supplier<T> initial) {
        return context.decisions(type, initial);
    }

    @Override
    public void hidden(String id, String field) {
        hidden.computeIfAbsent(id, any -> new HashSet<>()).add(field);
    }

    /** Fields of the object's record that have a value which the caller may not view. */
    Set<String> hiddenFields(String id) {
        return hidden.getOrDefault(id, Set.of());
    }
}
