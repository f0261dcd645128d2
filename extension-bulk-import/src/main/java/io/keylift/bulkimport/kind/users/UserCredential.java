// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.users;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import org.keycloak.representations.idm.CredentialRepresentation;

/** Keycloak's representation of a credential, or a password hash as another system exports it. */
@JsonIgnoreProperties(ignoreUnknown = false)
public class UserCredential extends CredentialRepresentation {

    private String hash;

    public String getHash() {
        return hash;
    }

    public void setHash(String hash) {
        this.hash = hash;
    }
}
