// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.scopemappings;

import io.keylift.bulkimport.kind.shared.reference.KeycloakKeys;
import io.keylift.bulkimport.kind.shared.reference.MappingWork;
import io.keylift.bulkimport.kind.shared.reference.Rights;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.ReadContext;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.rows.LookupKey;
import io.keylift.bulkimport.rows.Queries;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Finds the clients and client scopes of a chunk, and rejects those whose scope the caller must not change. */
final class OwnerLookup {

    private final ImportContext context;
    private final boolean lenient;

    /** @param lenient whether an unknown client or client scope is no reject */
    OwnerLookup(ImportContext context, boolean lenient) {
        this.context = context;
        this.lenient = lenient;
    }

    /** Internal ids of clients by client id, and of client scopes by name. */
    record Ids(Map<String, String> clients, Map<String, String> clientScopes) {

        static Ids of(ReadContext context, Collection<ScopeMapping> mappings) {
            Queries rows = new Queries(context.entityManager());
            String realm = context.realm().getId();
            return new Ids(
                    ids(rows, KeycloakKeys.CLIENT_ID, realm, mappings, true),
                    ids(rows, KeycloakKeys.CLIENT_SCOPE_NAME, realm, mappings, false));
        }

        private static Map<String, String> ids(
                Queries rows, LookupKey key, String realm, Collection<ScopeMapping> mappings, boolean ofClients) {
            List<String> names = mappings.stream()
                    .filter(mapping -> mapping.isOfClient() == ofClients)
                    .map(ScopeMapping::owner)
                    .filter(Objects::nonNull)
                    .distinct()
                    .toList();
            Map<String, String> ids = new HashMap<>();
            rows.select(key, realm, names).forEach(row -> ids.put((String) row[1], (String) row[0]));
            return ids;
        }

        /** {@code null} if there is none. */
        String of(ScopeMapping mapping) {
            return (mapping.isOfClient() ? clients : clientScopes).get(mapping.owner());
        }
    }

    void find(List<MappingWork<ScopeMapping>> works) {
        Ids ids = Ids.of(context, works.stream().map(work -> work.record).toList());
        for (MappingWork<ScopeMapping> work : works) {
            work.setSubject(ids.of(work.record));
            check(work);
        }
    }

    private void check(MappingWork<ScopeMapping> work) {
        if (work.record.isOfClient() ? !mayManageClient(work.subject()) : !mayManageClientScopes()) {
            work.item.reject(
                    RejectCode.FORBIDDEN,
                    work.record.pointer(),
                    work.record.isOfClient()
                            ? "The caller does not have permission to manage a client with this client id"
                            : "The caller does not have permission to manage client scopes");
        } else if (work.subject() == null && !lenient) {
            work.item.reject(
                    work.record.isOfClient() ? RejectCode.UNKNOWN_CLIENT : RejectCode.UNKNOWN_CLIENT_SCOPE,
                    work.record.pointer(),
                    work.record.isOfClient()
                            ? "The realm has no client with this client id"
                            : "The realm has no client scope with this name");
        }
    }

    /** A caller who manages some clients does not learn which others exist. */
    private boolean mayManageClient(String id) {
        return context.permissions().clients().canManage()
                || (id != null && Rights.of(context).mayManageClient(context, id));
    }

    private boolean mayManageClientScopes() {
        return context.permissions().clients().canManageClientScopes();
    }
}
