// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.roles;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.keylift.bulkimport.kind.shared.reference.KnownClient;
import io.keylift.bulkimport.kind.shared.reference.KnownRole;
import io.keylift.bulkimport.kind.shared.table.EntityPlan;
import io.keylift.bulkimport.kind.shared.table.StoredEntity;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kinds.roles.CompositeTable.Part;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.keycloak.models.jpa.entities.RoleEntity;

/** What a record changes of a role. */
class RoleTableTest {

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(JsonReadFeature.ALLOW_UNQUOTED_FIELD_NAMES, JsonReadFeature.ALLOW_SINGLE_QUOTES)
            .build();

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

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            overwrite | {description:'New'}                    | New    | {a=[1], b=[2]} | reader,writer,buyer,seller,keeper | true
            overwrite | {}                                     |        | {a=[1], b=[2]} | reader,writer,buyer,seller,keeper | true
            overwrite | {attributes:{a:['3']}}                 |        | {a=[3]}        | reader,writer,buyer,seller,keeper | true
            overwrite | {description:'Old',composites:{}}      | Old    | {a=[1], b=[2]} | reader,writer,buyer,seller,keeper | false
            overwrite | {composites:{realm:['reader']}}        |        | {a=[1], b=[2]} | reader,buyer,seller,keeper        | true
            overwrite | {composites:{realm:[]}}                |        | {a=[1], b=[2]} | buyer,seller,keeper               | true
            overwrite | {composites:{client:{shop:['buyer']}}} |        | {a=[1], b=[2]} | reader,writer,buyer,keeper        | true
            overwrite | {composites:{client:{shop:[]}}}        |        | {a=[1], b=[2]} | reader,writer,keeper              | true
            overwrite | {composites:{client:{shop:null}}}      |        | {a=[1], b=[2]} | reader,writer,buyer,seller,keeper | true
            merge     | {description:'New'}                    | New    | {a=[1], b=[2]} | reader,writer,buyer,seller,keeper | true
            merge     | {}                                     | Old    | {a=[1], b=[2]} | reader,writer,buyer,seller,keeper | false
            merge     | {attributes:{a:['3'],b:[]}}            | Old    | {a=[3]}        | reader,writer,buyer,seller,keeper | true
            merge     | {composites:{realm:['reader']}}        | Old    | {a=[1], b=[2]} | reader,writer,buyer,seller,keeper | false
            merge     | {composites:{realm:['chief']}}         | Old    | {a=[1], b=[2]} | reader,writer,chief,buyer,seller,keeper | true
            merge     | {composites:{client:{shop:[]}}}        | Old    | {a=[1], b=[2]} | reader,writer,buyer,seller,keeper | false
            """)
    void ifExistsDecidesWhatBecomesOfARole(
            String ifExists, String json, String description, String attributes, String composites, boolean changes)
            throws IOException {
        RoleEntity row = new RoleEntity();
        row.setName("role");
        row.setDescription("Old");
        Set<Part> parts = Set.of(
                new Part("reader", "reader", null),
                new Part("writer", "writer", null),
                new Part("buyer", "buyer", "shop"),
                new Part("seller", "seller", "shop"),
                new Part("keeper", "keeper", "stock.room/1"));
        StoredEntity<RoleEntity> stored = new StoredEntity<>(
                row,
                Map.of(
                        RoleTable.ATTRIBUTES,
                        Map.of("a", List.of("1"), "b", List.of("2")),
                        RoleTable.COMPOSITES,
                        parts));

        EntityPlan<RoleEntity> plan = RoleTable.TABLE.plan(stored, work(json), ifExists.equals("merge"));

        assertThat(plan.isChange()).isEqualTo(changes);
        assertThat(plan.changes("description")).isEqualTo(!"Old".equals(description));
        assertThat(new TreeMap<>(plan.after(RoleTable.ATTRIBUTES))).hasToString(attributes);
        assertThat(plan.after(RoleTable.COMPOSITES))
                .extracting(Part::id)
                .containsExactlyInAnyOrder(composites.split(","));
    }

    /** The work of a record whose roles have their names as ids, as have its clients. */
    private static RoleWork work(String json) throws IOException {
        RoleRecord record = JSON.readValue(json, RoleRecord.class);
        RoleWork work = new RoleWork(new Item<>(1, record, null));
        if (record.composites() == null) {
            return work;
        }
        if (record.composites().realm() != null) {
            record.composites().realm().forEach(name -> work.composites.put(name, new KnownRole(name, name, null)));
        }
        if (record.composites().client() != null) {
            record.composites().client().forEach((client, names) -> {
                if (names != null) {
                    work.clientsOfComposites.add(client);
                    names.forEach(name ->
                            work.composites.put(name, new KnownRole(name, name, new KnownClient(client, client))));
                }
            });
        }
        return work;
    }
}
