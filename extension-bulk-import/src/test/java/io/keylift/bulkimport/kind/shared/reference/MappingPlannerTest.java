// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.reference;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.keylift.bulkimport.job.IfExists;
import io.keylift.bulkimport.job.JobOption;
import io.keylift.bulkimport.job.JobOptions;
import io.keylift.bulkimport.job.JobSpec;
import io.keylift.bulkimport.job.Operation;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Item;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a record does to a subject that has the roles reader and visitor of the realm, and buyer of the client shop. */
class MappingPlannerTest {

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(JsonReadFeature.ALLOW_UNQUOTED_FIELD_NAMES, JsonReadFeature.ALLOW_SINGLE_QUOTES)
            .build();

    private final Map<String, KnownRole> stored = new LinkedHashMap<>();

    MappingPlannerTest() {
        for (KnownRole role : List.of(role("reader", null), role("visitor", null), role("buyer", "shop"))) {
            stored.put(role.id(), role);
        }
    }

    private record Roled(RoleLists roles) implements Mapping {

        @Override
        public String pointer() {
            return "/subject";
        }
    }

    private static KnownRole role(String name, String client) {
        return new KnownRole(name, name, client == null ? null : new KnownClient("id of " + client, client));
    }

    private static MappingWork<Roled> work(String record, boolean removal) throws Exception {
        RoleLists lists = JSON.readValue(record, RoleLists.class);
        Roles.Mappings wanted = new Roles.Mappings(new ArrayList<>(), new HashMap<>());
        if (lists.realmRoles() != null) {
            lists.realmRoles().forEach(name -> wanted.roles().add(role(name, null)));
        }
        lists.givenClientRoles().forEach((clientId, names) -> {
            wanted.clients().put("id of " + clientId, new KnownClient("id of " + clientId, clientId));
            names.forEach(name -> wanted.roles().add(role(name, clientId)));
        });
        MappingWork<Roled> work = new MappingWork<>(new Item<>(1, new Roled(lists), null), removal) {
            @Override
            protected boolean keeps(KnownRole role) {
                return role.name().equals("default");
            }
        };
        work.setSubject("subject");
        work.wanted = wanted;
        return work;
    }

    private static MappingPlanner planner(IfExists ifExists, String forbidden) {
        JobSpec spec = new JobSpec(
                "job", "realm", "kind", Operation.IMPORT, 10, JobOptions.DEFAULTS.with(JobOption.IF_EXISTS, ifExists));
        ImportContext context = (ImportContext) Proxy.newProxyInstance(
                ImportContext.class.getClassLoader(),
                new Class<?>[] {ImportContext.class},
                (self, method, arguments) -> method.getName().equals("spec") ? spec : new Rights());
        return new MappingPlanner(
                context, "subject", (rights, any, role) -> !role.name().equals(forbidden));
    }

    private static String outcome(MappingWork<?> work) {
        return work.item.isRejected()
                ? work.item.reject().code() + " " + work.item.reject().pointer()
                : work.outcome().name().toLowerCase();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            fail      | {realmRoles:['writer']}                                    | added            | reader,visitor,writer,buyer
            fail      | {realmRoles:['reader','writer']}                           | updated          | reader,visitor,writer,buyer
            fail      | {realmRoles:['reader']}                                    | exists /subject  | reader,visitor,buyer
            fail      | {realmRoles:['reader','visitor'],clientRoles:{shop:['buyer']}} | exists /subject | reader,visitor,buyer
            skip      | {realmRoles:['reader'],clientRoles:{shop:['buyer']}}       | skipped          | reader,visitor,buyer
            skip      | {realmRoles:['reader'],clientRoles:{shop:['seller']}}      | updated          | reader,visitor,buyer,seller
            merge     | {realmRoles:['reader','reader']}                           | skipped          | reader,visitor,buyer
            merge     | {realmRoles:['writer','writer']}                           | added            | reader,visitor,writer,buyer
            merge     | {clientRoles:{shop:['seller'],'stock.room/1':['keeper']}}  | added            | reader,visitor,buyer,seller,keeper
            overwrite | {realmRoles:['reader','visitor']}                          | skipped          | reader,visitor,buyer
            overwrite | {realmRoles:['writer']}                                    | updated          | writer,buyer
            overwrite | {realmRoles:[]}                                            | updated          | buyer
            overwrite | {realmRoles:['writer'],clientRoles:{shop:['seller']}}      | updated          | writer,seller
            overwrite | {clientRoles:{shop:['seller']}}                            | updated          | reader,visitor,seller
            overwrite | {clientRoles:{shop:[]}}                                    | updated          | reader,visitor
            overwrite | {clientRoles:{shop:null,'stock.room/1':['keeper']}}        | added            | reader,visitor,buyer,keeper
            overwrite | {clientRoles:{'stock.room/1':[]}}                          | skipped          | reader,visitor,buyer
            remove    | {realmRoles:['reader','writer'],clientRoles:{shop:['seller']}} | removed      | visitor,buyer
            remove    | {realmRoles:['writer']}                                    | skipped          | reader,visitor,buyer
            """)
    void ifExistsDecidesWhatBecomesOfTheRoles(String way, String record, String outcome, String roles)
            throws Exception {
        MappingWork<Roled> work = work(record, way.equals("remove"));

        if (way.equals("remove")) {
            MappingPlanner.planRemoval(work, stored);
        } else {
            planner(IfExists.valueOf(way.toUpperCase()), null).plan(work, stored);
        }

        assertThat(outcome(work)).isEqualTo(outcome);
        assertThat(stored).containsOnlyKeys(roles.split(","));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            {realmRoles:['reader']}                      | visitor | forbidden /realmRoles
            {clientRoles:{shop:['seller']}}              | buyer   | forbidden /clientRoles/shop
            {clientRoles:{shop:['seller']}}              | visitor | updated
            {realmRoles:['visitor','reader']}            | visitor | skipped
            """)
    void law8_overwritingTakesAwayOnlyWhatTheCallerMayUnassign(String record, String forbidden, String outcome)
            throws Exception {
        Map<String, KnownRole> before = Map.copyOf(stored);
        MappingWork<Roled> work = work(record, false);

        planner(IfExists.OVERWRITE, forbidden).plan(work, stored);

        assertThat(outcome(work)).isEqualTo(outcome);
        if (!outcome.equals("updated")) {
            assertThat(stored).isEqualTo(before);
        }
    }

    /** Of the records of a chunk, each is planned on what those before it leave. */
    @ParameterizedTest
    @CsvSource({
        "fail, exists /subject",
        "merge, skipped",
        "overwrite, duplicate_in_input /subject",
    })
    void aRecordSeesWhatEarlierOnesOfItsChunkPlan(String ifExists, String outcome) throws Exception {
        MappingPlanner planner = planner(IfExists.valueOf(ifExists.toUpperCase()), null);
        planner.plan(work("{realmRoles:['writer','reader']}", false), stored);
        MappingWork<Roled> second = work("{realmRoles:['reader','writer']}", false);

        planner.plan(second, stored);

        assertThat(outcome(second)).isEqualTo(outcome);
    }

    @ParameterizedTest
    @CsvSource({"default, skipped", "other, updated"})
    void overwritingLeavesWhatTheSubjectKeeps(String more, String outcome) throws Exception {
        stored.put(more, role(more, null));
        MappingWork<Roled> work = work("{realmRoles:['reader','visitor']}", false);

        planner(IfExists.OVERWRITE, null).plan(work, stored);

        assertThat(outcome(work)).isEqualTo(outcome);
    }
}
