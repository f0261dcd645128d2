// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.rolemappings;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.bulkimport.job.IfExists;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.kind.spi.UniqueKey;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RoleMappingRulesTest {

    private final RoleMappingRules overwrites = RoleMappingRules.ofImport(IfExists.OVERWRITE);
    private final RoleMappingRules adds = RoleMappingRules.ofImport(IfExists.MERGE);
    private final RoleMappingRules removes = RoleMappingRules.ofRemoval();

    @Test
    void aRecordThatOverwritesIsTheOnlyOneOfItsUser() {
        assertThat(keys(overwrites, user("Anna", "a")))
                .isEqualTo(keys(overwrites, user("anna", "b")))
                .containsExactly(new UniqueKey("user", "/username:anna", "/username"));
    }

    @Test
    void otherRecordsMayNameAUserAgainWithOtherRoles() {
        for (RoleMappingRules rules : List.of(adds, removes)) {
            assertThat(keys(rules, user("anna", "a"))).isNotEqualTo(keys(rules, user("anna", "b")));
            assertThat(keys(rules, user("anna", "a", "b"))).isEqualTo(keys(rules, user("Anna", "b", "a")));
        }
    }

    @Test
    void listsThatOnlyLookAlikeDiffer() {
        RoleMappingRecord ofRealm = user("anna", "a", "b");
        RoleMappingRecord ofClient = user("anna", "a");
        ofClient.setClientRoles(Map.of("b", List.of()));
        assertThat(keys(adds, ofRealm)).isNotEqualTo(keys(adds, ofClient));
        assertThat(keys(adds, user("anna", "a,1:b"))).isNotEqualTo(keys(adds, ofRealm));
    }

    @Test
    void aGroupIsTheSameWithAndWithoutTheFirstSlash() {
        assertThat(keys(overwrites, group("/staff")))
                .isEqualTo(keys(overwrites, group("staff")))
                .containsExactly(new UniqueKey("group", "/group:staff", "/group"));
    }

    @Test
    void onlyOverwritingMayGiveAnEmptyList() {
        assertThat(validate(overwrites, user("anna")).isRejected()).isFalse();
        assertThat(validate(adds, user("anna")).reject().code()).isEqualTo(RejectCode.MISSING);
        assertThat(validate(removes, user("anna")).reject().code()).isEqualTo(RejectCode.MISSING);
    }

    @Test
    void aClientWithoutListDoesNotCount() {
        RoleMappingRecord record = new RoleMappingRecord();
        record.setUsername("anna");
        Map<String, List<String>> clientRoles = new TreeMap<>();
        clientRoles.put("account", null);
        record.setClientRoles(clientRoles);
        assertThat(validate(overwrites, record).reject().code()).isEqualTo(RejectCode.MISSING);
    }

    private static RoleMappingRecord user(String username, String... realmRoles) {
        RoleMappingRecord record = new RoleMappingRecord();
        record.setUsername(username);
        record.setRealmRoles(List.of(realmRoles));
        return record;
    }

    private static RoleMappingRecord group(String path) {
        RoleMappingRecord record = new RoleMappingRecord();
        record.setGroup(path);
        record.setRealmRoles(List.of("a"));
        return record;
    }

    private static Item<RoleMappingRecord> validate(RoleMappingRules rules, RoleMappingRecord record) {
        Item<RoleMappingRecord> item = new Item<>(1, record, record.key());
        rules.validate(item);
        return item;
    }

    private static List<UniqueKey> keys(RoleMappingRules rules, RoleMappingRecord record) {
        return rules.validate(new Item<>(1, record, record.key())).uniqueKeys();
    }
}
