// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.organizations;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class DomainOwnersTest {

    @Test
    void looksUpAllWildcardsOverADomain() {
        assertThat(DomainOwners.namesToLookUp(List.of("a.b.acme.com")))
                .containsExactly("a.b.acme.com", "*.a.b.acme.com", "*.b.acme.com", "*.acme.com");
        assertThat(DomainOwners.namesToLookUp(List.of("acme.com"))).containsExactly("acme.com", "*.acme.com");
        assertThat(DomainOwners.namesToLookUp(List.of("*.b.acme.com"))).containsExactly("*.b.acme.com", "*.acme.com");
        assertThat(DomainOwners.namesToLookUp(List.of("localhost"))).containsExactly("localhost", "*.localhost");
    }

    @Test
    void aDomainIsTakenByOthersOnly() {
        DomainOwners owners = new DomainOwners();
        owners.add("acme.com", "o1");

        assertThat(owners.isTaken("acme.com", null)).isTrue();
        assertThat(owners.isTaken("acme.com", "o2")).isTrue();
        assertThat(owners.isTaken("acme.com", "o1")).isFalse();
        assertThat(owners.isTaken("sub.acme.com", null)).isFalse();
    }

    @Test
    void aDomainShadowsTheWildcardsOverIt() {
        DomainOwners owners = new DomainOwners();
        owners.add("*.acme.com", "o1");
        owners.add("acme.com", "o2");

        assertThat(owners.shadowedBy("sub.acme.com")).containsExactly("o1");
        assertThat(owners.shadowedBy("*.sub.acme.com")).containsExactly("o1");
        assertThat(owners.shadowedBy("acme.org")).isEmpty();
    }
}
