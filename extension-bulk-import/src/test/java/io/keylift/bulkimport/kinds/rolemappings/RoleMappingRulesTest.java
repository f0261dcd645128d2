// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.rolemappings;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.bulkimport.job.IfExists;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.kind.spi.UniqueKey;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RoleMappingRulesTest {

    private final RoleMappingRules overwrites = RoleMappingRules.ofImport(IfExists.OVERWRITE, true);
    private final RoleMappingRules adds = RoleMappingRules.ofImport(IfExists.MERGE, true);
    private final RoleMappingRules removes = RoleMappingRules.ofRemoval(true);

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
    void aDepartmentIsTheSameWithAndWithoutTheFirstSlashButNotInAnotherOrganization() {
        assertThat(keys(overwrites, department("acme", "/staff")))
                .isEqualTo(keys(overwrites, department("acme", "staff")))
                .containsExactly(new UniqueKey("group", "/department:acme/staff", "/department"));
        assertThat(keys(adds, department("acme", "/staff")))
                .isNotEqualTo(keys(adds, department("globex", "/staff")))
                .isNotEqualTo(keys(adds, group("/acme/staff")));
        assertThat(department("acme", "/staff").key()).isEqualTo("acme:/staff");
    }

    @ParameterizedTest
    @CsvSource({
        "acme, /staff, , , ",
        "acme, , , , missing /department",
        ", /staff, , , missing /organization",
        "' ', /staff, , , missing /organization",
        "acme, //, , , invalid /department",
        "acme, /staff, /staff, , invalid /department",
        "acme, , , anna, missing /department",
        "acme, /staff, , anna, invalid /department",
    })
    void aDepartmentIsNamedByBothFieldsAndNothingElse(
            String organization, String path, String group, String username, String expected) {
        for (RoleMappingRules rules : List.of(adds, overwrites, removes)) {
            RoleMappingRecord record = department(organization, path);
            record.setGroup(group);
            record.setUsername(username);

            Item<RoleMappingRecord> item = validate(rules, record);

            assertThat(
                            item.isRejected()
                                    ? item.reject().code() + " " + item.reject().pointer()
                                    : null)
                    .isEqualTo(expected);
        }
    }

    @Test
    void aRealmWithoutOrganizationsHasNoDepartments() {
        for (RoleMappingRules rules :
                List.of(RoleMappingRules.ofImport(IfExists.MERGE, false), RoleMappingRules.ofRemoval(false))) {
            assertThat(validate(rules, department("acme", "/staff")).reject().code())
                    .isEqualTo(RejectCode.ORGANIZATIONS_DISABLED);
            assertThat(validate(rules, group("/staff")).isRejected()).isFalse();
        }
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
        assertThat(validate(overwrites, record).reject().code()).isEqualTo(RejectCode.MISSING);
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

    private static RoleMappingRecord department(String organization, String path) {
        RoleMappingRecord record = new RoleMappingRecord();
        record.setOrganization(organization);
        record.setDepartment(path);
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
