// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TakenNamesTest {

    private final FakeKeycloak keycloak = new FakeKeycloak();

    @Test
    void anEmailAddressIsOnesOwn() {
        TakenUserNames taken = new TakenUserNames(keycloak.realm());
        taken.add("1", "anna", "anna@x.org");

        assertThat(taken.emailConflict("2", "anna@x.org").pointer()).isEqualTo("/email");
        assertThat(taken.emailConflict("1", "anna@x.org")).isNull();
        assertThat(taken.emailConflict("2", "bert@x.org")).isNull();
        assertThat(taken.emailConflict("2", null)).isNull();
    }

    @Test
    void unlessTheRealmAllowsDuplicates() {
        keycloak.on.add("isDuplicateEmailsAllowed");
        TakenUserNames taken = new TakenUserNames(keycloak.realm());
        taken.add("1", "anna", "anna@x.org");

        assertThat(taken.emailConflict("2", "anna@x.org")).isNull();
    }

    @Test
    void whereBothLogInAUsernameMustNotBeAnothersAddressNorTheOtherWayRound() {
        keycloak.on.add("isLoginWithEmailAllowed");
        TakenUserNames taken = new TakenUserNames(keycloak.realm());
        taken.add("1", "anna@x.org", "a@x.org");

        assertThat(taken.usernameConflict("2", "a@x.org").pointer()).isEqualTo("/username");
        assertThat(taken.emailConflict("2", "anna@x.org").pointer()).isEqualTo("/email");
        assertThat(taken.emailConflict("1", "anna@x.org")).isNull();
    }

    @Test
    void whereOnlyUsernamesLogInThatIsAllowed() {
        TakenUserNames taken = new TakenUserNames(keycloak.realm());
        taken.add("1", "anna@x.org", "a@x.org");

        assertThat(taken.usernameConflict("2", "a@x.org")).isNull();
        assertThat(taken.emailConflict("2", "anna@x.org")).isNull();
    }

    @Test
    void whatIsGivenUpIsFree() {
        TakenUserNames taken = new TakenUserNames(keycloak.realm());
        taken.add("1", "anna", "anna@x.org");
        taken.release("1", "anna@x.org");

        assertThat(taken.emailConflict("2", "anna@x.org")).isNull();
    }
}
