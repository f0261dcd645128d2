// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import io.keylift.bulkimport.kind.shared.reference.AttributesDeserializer;
import java.util.List;
import java.util.Map;
import org.keycloak.representations.idm.CredentialRepresentation;
import org.keycloak.representations.idm.UserConsentRepresentation;
import org.keycloak.representations.idm.UserRepresentation;

/** A line of the input: Keycloak's own representation of a user, and the organizations the user belongs to. */
public class UserRecord extends UserRepresentation {

    private List<UserOrganization> organizations;

    @Override
    @JsonDeserialize(using = AttributesDeserializer.class)
    public void setAttributes(Map<String, List<String>> attributes) {
        super.setAttributes(attributes);
    }

    @Override
    @JsonDeserialize(contentAs = UserCredential.class)
    public void setCredentials(List<CredentialRepresentation> credentials) {
        super.setCredentials(credentials);
    }

    @Override
    @JsonDeserialize(contentAs = UserConsent.class)
    public void setClientConsents(List<UserConsentRepresentation> clientConsents) {
        super.setClientConsents(clientConsents);
    }

    /** Whether the record declares the user the service account of a client. */
    boolean isServiceAccount() {
        return getServiceAccountClientId() != null;
    }

    public List<UserOrganization> getOrganizations() {
        return organizations;
    }

    public void setOrganizations(List<UserOrganization> organizations) {
        this.organizations = organizations;
    }
}
