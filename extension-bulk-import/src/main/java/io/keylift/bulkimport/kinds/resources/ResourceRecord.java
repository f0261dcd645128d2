// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.resources;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import io.keylift.bulkimport.kind.shared.authorization.ResourceServerRecord;
import io.keylift.bulkimport.kind.shared.reference.AttributesDeserializer;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.keycloak.representations.idm.authorization.ResourceRepresentation;

/** A line of the input: Keycloak's own representation of a resource, and the client that protects it. */
public class ResourceRecord extends ResourceRepresentation implements ResourceServerRecord {

    private String client;

    @Override
    public String getClient() {
        return client;
    }

    public void setClient(String client) {
        this.client = client;
    }

    /** Keycloak writes {@code _id}; both names are read. */
    @JsonSetter("id")
    public void setPlainId(String id) {
        setId(id);
    }

    @Override
    @JsonDeserialize(using = AttributesDeserializer.class)
    public void setAttributes(Map<String, List<String>> attributes) {
        super.setAttributes(attributes);
    }

    /** The owner as given in the record: a name or an id; {@code null} for the client itself. */
    String ownerName() {
        if (getOwner() == null) {
            return null;
        }
        return getOwner().getId() == null ? getOwner().getName() : getOwner().getId();
    }

    /** The URIs; none if not given. */
    Set<String> givenUris() {
        return getUris() == null ? Collections.emptySet() : getUris();
    }

    /** The record in the form of Keycloak's admin events. */
    ResourceRepresentation toRepresentation(String id) {
        ResourceRepresentation representation = new ResourceRepresentation();
        representation.setId(id);
        representation.setName(getName());
        representation.setDisplayName(getDisplayName());
        representation.setType(getType());
        representation.setUris(getUris());
        representation.setScopes(getScopes());
        representation.setIconUri(getIconUri());
        representation.setOwner(getOwner());
        representation.setOwnerManagedAccess(getOwnerManagedAccess());
        representation.setAttributes(getAttributes());
        return representation;
    }
}
