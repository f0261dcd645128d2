// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.scopes;

import io.keylift.bulkimport.kind.shared.authorization.ResourceServerRecord;
import java.util.List;
import org.keycloak.representations.idm.authorization.ScopeRepresentation;

/** A record of the kind {@code scopes}: Keycloak's representation and the client that it belongs to. */
public class ScopeRecord extends ScopeRepresentation implements ResourceServerRecord {

    private String client;

    @Override
    public String getClient() {
        return client;
    }

    public void setClient(String client) {
        this.client = client;
    }

    /** Unique key of a scope: name and resource server. */
    List<String> key(String server) {
        return List.of(getName(), server);
    }

    /** The record in the form of Keycloak's admin events. */
    ScopeRepresentation toRepresentation(String id) {
        ScopeRepresentation representation = new ScopeRepresentation(getName(), getIconUri());
        representation.setId(id);
        representation.setDisplayName(getDisplayName());
        return representation;
    }

    // The base class compares names only.
    @Override
    public boolean equals(Object other) {
        return super.equals(other);
    }

    @Override
    public int hashCode() {
        return super.hashCode();
    }
}
