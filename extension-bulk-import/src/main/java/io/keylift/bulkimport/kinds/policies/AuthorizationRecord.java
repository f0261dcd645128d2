// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.policies;

import io.keylift.bulkimport.kind.shared.authorization.ResourceServerRecord;
import java.util.List;
import java.util.Set;
import org.keycloak.representations.idm.authorization.AbstractPolicyRepresentation;

/** Base class of the records of policies and permissions: Keycloak's representation and the client. */
public abstract class AuthorizationRecord extends AbstractPolicyRepresentation implements ResourceServerRecord {

    private String client;

    /** Removes the defaults of the base class, so that merging can see which fields a record leaves out. */
    protected AuthorizationRecord() {
        setLogic(null);
        setDecisionStrategy(null);
    }

    @Override
    public String getClient() {
        return client;
    }

    public void setClient(String client) {
        this.client = client;
    }

    /** Unique key of a policy or permission: name and resource server. */
    final List<String> key(String server) {
        return List.of(getName(), server);
    }

    static Set<String> orNone(Set<String> names) {
        return names == null ? Set.of() : names;
    }
}
