// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import io.keylift.bulkimport.kinds.users.profile.ProfileSession;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.keycloak.credential.CredentialModel;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.models.SubjectCredentialManager;
import org.keycloak.models.UserModel;
import org.keycloak.models.jpa.entities.CredentialEntity;
import org.keycloak.storage.adapter.AbstractInMemoryUserAdapter;

/** A user that exists in memory only, for rules and caches of Keycloak that require a model. Costs no SQL. */
final class RecordUser extends AbstractInMemoryUserAdapter {

    /** A user without credentials. */
    private static final SubjectCredentialManager NO_CREDENTIALS = ProfileSession.proxy(
            SubjectCredentialManager.class, (self, method, arguments) -> ProfileSession.nothing(method));

    private SubjectCredentialManager credentials = NO_CREDENTIALS;

    RecordUser(KeycloakSession session, RealmModel realm, String id, String username, String email) {
        super(session, realm, id);
        setSingleAttribute(UserModel.USERNAME, username);
        setIfPresent(UserModel.EMAIL, email);
    }

    static RecordUser of(KeycloakSession session, RealmModel realm, UserDraft draft) {
        RecordUser user = new RecordUser(session, realm, "new", draft.username, draft.email);
        user.setIfPresent(UserModel.FIRST_NAME, draft.firstName);
        user.setIfPresent(UserModel.LAST_NAME, draft.lastName);
        draft.attributes.forEach(user::setAttribute);
        return user;
    }

    void setIfPresent(String name, String value) {
        if (value != null) {
            setSingleAttribute(name, value);
        }
    }

    /** Gives the user credentials to read, in the order of their priority. */
    void setCredentials(List<CredentialEntity> stored) {
        credentials = ProfileSession.proxy(
                SubjectCredentialManager.class, (self, method, arguments) -> switch (method.getName()) {
                    case "getStoredCredentialsStream", "getCredentials" ->
                        stored.stream().map(RecordUser::model);
                    case "getStoredCredentialsByTypeStream" ->
                        stored.stream()
                                .filter(row -> row.getType().equals(arguments[0]))
                                .map(RecordUser::model);
                    default -> ProfileSession.nothing(method);
                });
    }

    private static CredentialModel model(CredentialEntity row) {
        CredentialModel model = new CredentialModel();
        model.setId(row.getId());
        model.setType(row.getType());
        model.setCreatedDate(row.getCreatedDate());
        model.setUserLabel(row.getUserLabel());
        model.setSecretData(row.getSecretData());
        model.setCredentialData(row.getCredentialData());
        return model;
    }

    /** The attributes that have no column of their own. */
    Map<String, List<String>> customAttributes() {
        Map<String, List<String>> custom = new HashMap<>(getAttributes());
        custom.keySet().removeAll(List.of(USERNAME, EMAIL, FIRST_NAME, LAST_NAME));
        return custom;
    }

    @Override
    public SubjectCredentialManager credentialManager() {
        return credentials;
    }

    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }
}
