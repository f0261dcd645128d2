// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.scopemappings;

import io.keylift.bulkimport.job.IfExists;
import io.keylift.bulkimport.kind.shared.reference.Rights;
import io.keylift.bulkimport.kind.spi.ChunkWriter;
import io.keylift.bulkimport.kind.spi.FieldDefault;
import io.keylift.bulkimport.kind.spi.FieldRule;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.ImportKind;
import io.keylift.bulkimport.kind.spi.KindInfo;
import io.keylift.bulkimport.kind.spi.RecordOperation;
import io.keylift.bulkimport.kind.spi.RecordShape;
import io.keylift.bulkimport.kind.spi.RecordSource;
import io.keylift.bulkimport.kind.spi.RecordValidator;
import io.keylift.bulkimport.kind.spi.UniqueKey;
import jakarta.ws.rs.ForbiddenException;
import java.util.Collection;
import java.util.Set;
import org.keycloak.models.RealmModel;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/**
 * Adds roles to the scopes of clients and client scopes, like Keycloak's {@code POST /clients/{id}/scope-mappings} and
 * {@code POST /client-scopes/{id}/scope-mappings}.
 */
public final class ScopeMappingsKind implements ImportKind<ScopeMappingRecord, ScopeMapping> {

    @Override
    public KindInfo<ScopeMappingRecord> info() {
        return new KindInfo<>(
                "scope-mappings",
                ScopeMappingRecord.class,
                "Roles of the realm and of clients in the scope of an existing client or client scope.",
                "client or clientScope, with the roles",
                "manage-clients");
    }

    @Override
    public Set<String> refersTo() {
        return Set.of("clients", "client-scopes", "roles");
    }

    @Override
    public RecordShape shape() {
        return RecordShape.of("""
                        {"client": "shop", "realmRoles": ["offline_access"]}""", """
                        {"clientScope": "invoices.read", "realmRoles": ["offline_access"],
                         "clientRoles": {"account": ["view-profile", "view-groups"]}}""")
                .requires("client", "clientScope")
                .requires("realmRoles", "clientRoles")
                .describes("client", "The clientId of the client. Excludes `clientScope`.")
                .describes("clientScope", "Name of the client scope. Excludes `client`.")
                .describes("realmRoles", "Names of roles of the realm.")
                .describes("clientRoles", "Names of client roles by clientId.")
                .grants("/realmRoles/*", "/clientRoles/*", "/clientRoles/*/*")
                .rule(FieldRule.key("without both, rejected"), "client", "clientScope")
                .rule("realmRoles", FieldRule.list(FieldDefault.NONE.noted("nothing")))
                .rule("clientRoles", FieldRule.listByClient(FieldDefault.NONE.noted("nothing")));
    }

    /** Admits callers who may manage some clients, or client scopes; each record checks the permission for its own. */
    @Override
    public void requirePermission(AdminPermissionEvaluator permissions, RealmModel realm) {
        if (!Rights.mayManageAnyClient(permissions) && !permissions.clients().canManageClientScopes()) {
            throw new ForbiddenException();
        }
    }

    @Override
    public boolean isUnrestricted(AdminPermissionEvaluator permissions) {
        return permissions.clients().canManage() && permissions.clients().canManageClientScopes();
    }

    @Override
    public String key(ScopeMappingRecord record) {
        return record.key();
    }

    @Override
    public Collection<UniqueKey> uniqueKeys(ScopeMapping mapping) {
        return mapping.uniqueKeys();
    }

    @Override
    public RecordValidator<ScopeMappingRecord, ScopeMapping> validator(ImportContext context) {
        return new ScopeMappingRules(context.spec().ifExists() == IfExists.OVERWRITE);
    }

    @Override
    public ChunkWriter<ScopeMapping> writer(ImportContext context) {
        return new ScopeMappingsWriter(context, false);
    }

    @Override
    public RecordOperation<ScopeMappingRecord, ?> removal() {
        return new ScopeMappingsRemoval(this);
    }

    @Override
    public RecordSource<ScopeMappingRecord> source() {
        return new ScopeMappingsSource();
    }
}
