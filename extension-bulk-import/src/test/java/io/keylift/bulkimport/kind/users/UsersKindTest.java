// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.users;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.bulkimport.kind.Claim;
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

        assertThat(kind.claims(user))
                .containsExactly(
                        new Claim("username", "jdoe", "/username"),
                        new Claim("email", "j@x.org", "/email"),
                        new Claim("id", "1", "/id"),
                        new Claim("federated identity", "corp:77", "/federatedIdentities/0"));
    }

    @Test
    void afterValidationWhatTheRealmMakesOfIt() {
        UserRecord user = new UserRecord();
        user.setEmail("J@X.org");
        user.draft = new UserDraft();
        user.draft.username = "j@x.org";
        user.draft.email = "j@x.org";

        assertThat(kind.claims(user)).containsExactly(new Claim("username", "j@x.org", "/email"));
    }

    @Test
    void isNamedByItsEmailAddressWhereItHasNoUsername() {
        UserRecord user = new UserRecord();
        user.setEmail("j@x.org");

        assertThat(kind.key(user)).isEqualTo("j@x.org");
    }
}
