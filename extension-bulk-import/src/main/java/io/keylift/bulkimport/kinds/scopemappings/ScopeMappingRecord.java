// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.scopemappings;

import io.keylift.bulkimport.kind.shared.reference.RoleLists;
import java.util.List;
import java.util.Map;

/** A line of the import: a client or a client scope, and roles of the realm and of clients in its scope. */
public final class ScopeMappingRecord {

    private String client;
    private String clientScope;
    private List<String> realmRoles;
    private Map<String, List<String>> clientRoles;

    /** Client id of a client. */
    public String getClient() {
        return client;
    }

    public void setClient(String client) {
        this.client = client;
    }

    /** Name of a client scope. */
    public String getClientScope() {
        return clientScope;
    }

    public void setClientScope(String clientScope) {
        this.clientScope = clientScope;
    }

    /** Names of realm roles. */
    public List<String> getRealmRoles() {
        return realmRoles;
    }

    public void setRealmRoles(List<String> realmRoles) {
        this.realmRoles = realmRoles;
    }

    /** Names of client roles by client id. */
    public Map<String, List<String>> getClientRoles() {
        return clientRoles;
    }

    public void setClientRoles(Map<String, List<String>> clientRoles) {
        this.clientRoles = clientRoles;
    }

    /** The client or client scope as the record names it; {@code null} if it names none. */
    String key() {
        return client == null ? clientScope : client;
    }

    /** The valid record. */
    ScopeMapping valid(boolean exclusive) {
        return new ScopeMapping(client, clientScope, roles(), exclusive);
    }

    RoleLists roles() {
        return new RoleLists(realmRoles, clientRoles);
    }
}
