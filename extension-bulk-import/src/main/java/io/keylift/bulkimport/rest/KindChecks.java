// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rest;

import io.keylift.bulkimport.job.JobSpec;
import io.keylift.bulkimport.kind.spi.ImportKind;
import io.keylift.bulkimport.kind.spi.SelectionException;
import io.keylift.bulkimport.mirror.Mirror;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/** Refuses operations that the kinds of this server do not support. */
final class KindChecks {

    private final Supplier<List<ImportKind<?, ?>>> kinds;
    private final Settings settings;

    /** @param kinds all kinds of the server */
    KindChecks(Supplier<List<ImportKind<?, ?>>> kinds, Settings settings) {
        this.kinds = kinds;
        this.settings = settings;
    }

    void requireRemovable(ImportKind<?, ?> kind) {
        if (!kind.isRemovable()) {
            throw Errors.badRequest("`op=remove` is not available for kind " + kind.getId()
                    + "; the kinds with `op=remove` are " + names(ImportKind::isRemovable));
        }
    }

    void requireVerifiable(ImportKind<?, ?> kind) {
        if (!kind.isExportable()) {
            throw Errors.badRequest("`op=verify` is not available for kind " + kind.getId()
                    + "; the kinds with `op=verify` are " + names(ImportKind::isExportable));
        }
    }

    /** Requires a scope that the kind has and whose values name objects that the caller may view. */
    void requireMirrorable(
            ImportKind<?, ?> kind,
            Map<String, String> scope,
            KeycloakSession session,
            RealmModel realm,
            AdminPermissionEvaluator permissions) {
        if (!kind.isMirrorable()) {
            throw Errors.badRequest("`op=mirror` is not available for kind " + kind.getId()
                    + "; the kinds with `op=mirror` are " + names(ImportKind::isMirrorable));
        }
        Set<String> scopes = new TreeSet<>(kind.source().scopes());
        String known = "`scope=realm`"
                + scopes.stream().map(name -> ", `" + name + "`").collect(Collectors.joining());
        if (scope.isEmpty()) {
            throw Errors.badRequest("`op=mirror` removes what the input does not name, and requires the scope within"
                    + " which it does so. The scopes of kind " + kind.getId() + " are " + known);
        }
        Set<String> unknown = new TreeSet<>(scope.keySet());
        unknown.remove(JobSpec.WHOLE);
        unknown.removeAll(scopes);
        if (!unknown.isEmpty()) {
            throw Errors.badRequest("Query parameter `" + unknown.iterator().next() + "` is no scope of kind "
                    + kind.getId() + "; its scopes are " + known);
        }
        try {
            new Mirror<>(kind).requireKnown(scope, new RequestContext(session, realm, permissions));
        } catch (SelectionException e) {
            throw Errors.badRequest(e.getMessage());
        }
    }

    void requireExportable(ImportKind<?, ?> kind) {
        if (!kind.isExportable()) {
            throw Errors.notFound("Kind " + kind.getId() + " cannot be exported; the kinds that can are "
                    + names(ImportKind::isExportable));
        }
    }

    /** Whether a job of the kind, or of all kinds of the realm, can keep the data that an undo needs. */
    void requireUndoable(JobKinds of, boolean removes) {
        for (ImportKind<?, ?> kind : of.kinds()) {
            if (of.isOfRealm() && !kind.isUndoable()) {
                continue; // its records are rejected
            }
            requireUndoable(kind, removes);
        }
    }

    private void requireUndoable(ImportKind<?, ?> kind, boolean removes) {
        if (!kind.isUndoable()) {
            throw Errors.badRequest("`undo=true` is not available for kind " + kind.getId() + "; the kinds with it are "
                    + names(ImportKind::isUndoable));
        }
        if (kind.changes() != null) {
            return; // without secrets
        }
        boolean hasSecrets =
                removes ? kind.source().hasSecretReferrers() : kind.source().hasSecrets();
        if (hasSecrets && settings.storedSecretsKey().configured().isEmpty()) {
            throw Errors.badRequest("`undo=true` is not available for kind " + kind.getId()
                    + ", whose records " + (kind.source().hasSecrets() ? "" : "or what is removed with them ")
                    + "can have secrets: the server has no key to encrypt them. Set option `"
                    + StoredSecretsKey.FILE + "` or `" + StoredSecretsKey.VAULT + "`.");
        }
    }

    private String names(Predicate<ImportKind<?, ?>> property) {
        List<String> names =
                kinds.get().stream().filter(property).map(ImportKind::getId).toList();
        return names.isEmpty() ? "none" : String.join(", ", names);
    }
}
