// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.scopemappings;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.bulkimport.job.Reject;
import io.keylift.bulkimport.job.Warning;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.kind.spi.RejectPolicy;
import io.keylift.bulkimport.kind.spi.UniqueKey;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScopeMappingRulesTest {

    private final ScopeMappingRules overwrites = new ScopeMappingRules(true);
    private final ScopeMappingRules adds = new ScopeMappingRules(false);

    @Test
    void aRecordThatOverwritesIsTheOnlyOneOfItsClientOrClientScope() {
        assertThat(keys(overwrites, record("shop", null, "a")))
                .isEqualTo(keys(overwrites, record("shop", null, "b")))
                .containsExactly(new UniqueKey("client", "/client:shop", "/client"));
        assertThat(keys(overwrites, record(null, "shop", "a")))
                .containsExactly(new UniqueKey("client scope", "/clientScope:shop", "/clientScope"));
    }

    @Test
    void otherRecordsMayNameItAgainWithOtherRoles() {
        assertThat(keys(adds, record("shop", null, "a")))
                .isNotEqualTo(keys(adds, record("shop", null, "b")))
                .isNotEqualTo(keys(adds, record(null, "shop", "a")));
        assertThat(keys(adds, record("shop", null, "a", "b"))).isEqualTo(keys(adds, record("shop", null, "b", "a")));
    }

    @ParameterizedTest
    @CsvSource({
        "shop, , ",
        ", roles, ",
        ", , 'missing '",
        "shop, roles, invalid /clientScope",
        "' ', , missing /client",
        ", ' ', missing /clientScope"
    })
    void aRecordNamesAClientOrAClientScope(String client, String clientScope, String expected) {
        assertThat(reject(adds, record(client, clientScope, "a"))).isEqualTo(expected);
        assertThat(reject(overwrites, record(client, clientScope, "a"))).isEqualTo(expected);
    }

    @Test
    void onlyOverwritingMayGiveAnEmptyList() {
        assertThat(reject(overwrites, record("shop", null))).isNull();
        assertThat(reject(adds, record("shop", null))).isEqualTo("missing ");
        ScopeMappingRecord without = record("shop", null);
        without.setRealmRoles(null);
        assertThat(reject(overwrites, without)).isEqualTo("missing ");
        without.setClientRoles(Map.of("shop", List.of(" ")));
        assertThat(reject(adds, without)).isEqualTo("missing /clientRoles/shop/0");
    }

    /** A client scope without roles applies to every user; a client without roles has fewer roles in its tokens. */
    @Test
    void aClientScopeDoesNotLoseAllRolesOfARecordToDrop() {
        assertThat(rejectOfRest(record("shop", null))).isNull();
        assertThat(rejectOfRest(record(null, "shop"))).isEqualTo(RejectCode.WOULD_WIDEN_ACCESS + " ");
        assertThat(rejectOfRest(record(null, "shop", "left"))).isNull();
    }

    private String rejectOfRest(ScopeMappingRecord record) {
        RejectPolicy policy = new RejectPolicy() {
            @Override
            public Reject decide(Reject reject) {
                return reject;
            }

            @Override
            public List<Warning> leftOut() {
                return List.of(new Warning(RejectCode.UNKNOWN_ROLE, "left out", null, "/realmRoles/0", null, null));
            }
        };
        return reject(adds, new Item<>(new Item.Place(1, null, null), record, record.key(), List.of(), policy));
    }

    private static ScopeMappingRecord record(String client, String clientScope, String... realmRoles) {
        ScopeMappingRecord record = new ScopeMappingRecord();
        record.setClient(client);
        record.setClientScope(clientScope);
        record.setRealmRoles(List.of(realmRoles));
        return record;
    }

    private static String reject(ScopeMappingRules rules, ScopeMappingRecord record) {
        return reject(rules, new Item<>(1, record, record.key()));
    }

    private static String reject(ScopeMappingRules rules, Item<ScopeMappingRecord> item) {
        rules.validate(item);
        return item.isRejected() ? item.reject().code() + " " + item.reject().pointer() : null;
    }

    private static List<UniqueKey> keys(ScopeMappingRules rules, ScopeMappingRecord record) {
        return rules.validate(new Item<>(1, record, record.key())).uniqueKeys();
    }
}
