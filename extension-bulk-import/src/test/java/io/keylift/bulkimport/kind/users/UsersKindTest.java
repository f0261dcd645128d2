// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.users;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.keycloak.representations.idm.FederatedIdentityRepresentation;

class UsersKindTest {

    private final UsersKind kind = new UsersKind();

    @Test
    void claimsWhatNobodyElseMayHave() {
        UserRecord user = new UserRecord();
        user.setId("1");
        user.setUsername("JDoe");
        user.setEmail("J@X.org");
        FederatedIdentityRepresentation identity = new FederatedIdentityRepresentation();
        identity.setIdentityProvider("corp");
        identity.setUserId("77");
        user.setFederatedIdentities(List.of(identity));

        assertThat(kind.claims(user)).containsExactly("username:jdoe", "email:j@x.org", "user-id:1", "idp:corp:77");
    }

    @Test
    void afterValidationWhatTheRealmMakesOfIt() {
        UserRecord user = new UserRecord();
        user.setEmail("J@X.org");
        user.draft = new UserDraft();
        user.draft.username = "j@x.org";
        user.draft.email = "j@x.org";

        assertThat(kind.claims(user)).containsExactly("username:j@x.org");
    }

    @Test
    void isNamedByItsEmailAddressWhereItHasNoUsername() {
        UserRecord user = new UserRecord();
        user.setEmail("j@x.org");

        assertThat(kind.key(user)).isEqualTo("j@x.org");
    }
}
