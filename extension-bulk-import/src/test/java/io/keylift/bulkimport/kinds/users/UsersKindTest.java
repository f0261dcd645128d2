// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.bulkimport.kind.spi.UniqueKey;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.keycloak.representations.idm.FederatedIdentityRepresentation;

class UsersKindTest {

    private final UsersKind kind = new UsersKind();

    @Test
    void keysAreWhatNobodyElseMayHave() {
        UserRecord user = new UserRecord();
        user.setId("1");
        user.setUsername("JDoe");
        user.setEmail("J@X.org");
        FederatedIdentityRepresentation identity = new FederatedIdentityRepresentation();
        identity.setIdentityProvider("corp");
        identity.setUserId("77");
        user.setFederatedIdentities(List.of(identity));

        UserDraft draft = new UserDraft(user);
        draft.username = "jdoe";
        draft.email = "j@x.org";
        draft.uniqueEmail = true;

        assertThat(kind.uniqueKeys(draft))
                .containsExactly(
                        new UniqueKey("username", "jdoe", "/username"),
                        new UniqueKey("email", "j@x.org", "/email"),
                        new UniqueKey("id", "1", "/id"),
                        new UniqueKey("federated identity", "corp:77", "/federatedIdentities/0"));
    }

    @Test
    void afterValidationWhatTheRealmMakesOfIt() {
        UserRecord user = new UserRecord();
        user.setEmail("J@X.org");
        UserDraft draft = new UserDraft(user);
        draft.username = "j@x.org";
        draft.email = "j@x.org";

        assertThat(kind.uniqueKeys(draft)).containsExactly(new UniqueKey("username", "j@x.org", "/email"));
    }

    @Test
    void noConstraintKeepsIdentitiesDidsAndNamesThatAreOthersAddresses() {
        UserRecord user = new UserRecord();
        user.setUsername("a@x.org");
        FederatedIdentityRepresentation identity = new FederatedIdentityRepresentation();
        identity.setIdentityProvider("corp");
        identity.setUserId("77");
        user.setFederatedIdentities(List.of(identity));
        UserDraft draft = new UserDraft(user);
        draft.signInByEmail = true;
        draft.username = "a@x.org";
        draft.email = "b@x.org";
        draft.attributes = Map.of("did", List.of("did:1"));

        assertThat(kind.unconstrainedKeys(draft))
                .extracting(UniqueKey::text)
                .containsExactly("federated identity:corp:77", "decentralized identifier:did:1", "username:a@x.org");
        assertThat(kind.uniqueKeys(draft)).containsAll(kind.unconstrainedKeys(draft));

        draft.email = "a@x.org";
        assertThat(kind.unconstrainedKeys(draft)).as("its own address").hasSize(2);
    }

    @Test
    void isNamedByItsEmailAddressWhereItHasNoUsername() {
        UserRecord user = new UserRecord();
        user.setEmail("j@x.org");

        assertThat(kind.key(user)).isEqualTo("j@x.org");
    }
}
