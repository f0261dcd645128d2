// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.roles;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.bulkimport.kind.shared.reference.KnownClient;
import io.keylift.bulkimport.kind.shared.reference.KnownRole;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kinds.roles.CompositeTable.Part;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which composites a role has after an import. */
class RoleTableTest {

    private static final Part REALM = new Part("1", "realm-role", null);
    private static final Part OF_GIVEN = new Part("2", "role", "given");
    private static final Part OF_OTHER = new Part("3", "role", "other");
    private static final Set<Part> STORED = Set.of(REALM, OF_GIVEN, OF_OTHER);

    @ParameterizedTest
    @CsvSource(nullValues = "-", textBlock = """
            false, new, -,   '2,3,4'
            false, -,   new, '1,3,4'
            false, -,   -,   '1,2,3'
            true,  new, new, '1,2,3,4'
            """)
    void overwritingReplacesTheGivenListsOnly(boolean merge, String ofRealm, String ofClient, String wanted) {
        KnownClient client = new KnownClient("given", "given");
        RoleRecord.Composites given = new RoleRecord.Composites(
                ofRealm == null ? null : List.of(ofRealm),
                ofClient == null ? null : Map.of("given", List.of(ofClient)),
                null);
        RoleRecord record = new RoleRecord(null, "role", null, null, null, null, given, null, null, null);
        RoleWork work = new RoleWork(new Item<>(1, record, null));
        if (ofRealm != null) {
            work.composites.put("4", new KnownRole("4", ofRealm, null));
        }
        if (ofClient != null) {
            work.composites.put("4", new KnownRole("4", ofClient, client));
            work.clientsOfComposites.add(client.id());
        }

        Set<Part> after = RoleTable.COMPOSITES.wanted(work, STORED, merge);

        assertThat(after).extracting(Part::id).containsExactlyInAnyOrder(wanted.split(","));
    }
}
