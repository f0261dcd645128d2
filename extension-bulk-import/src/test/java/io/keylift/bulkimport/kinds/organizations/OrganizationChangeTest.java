// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.organizations;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.keylift.bulkimport.kind.spi.Item;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.keycloak.models.jpa.entities.OrganizationDomainEntity;
import org.keycloak.models.jpa.entities.OrganizationEntity;

/** What records change of an organization. */
class OrganizationChangeTest {

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(JsonReadFeature.ALLOW_UNQUOTED_FIELD_NAMES, JsonReadFeature.ALLOW_SINGLE_QUOTES)
            .build();

    /** In the last column, what merging makes of the two; {@code same} if it changes nothing. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            {name:'a',enabled:false,description:'b',redirectUrl:'https://c',domains:[{name:'d.e',verified:true}],attributes:{f:['g']}} | {} | same
            {name:'old',description:'kept'}                      | {name:'new'}                          | {name:'new',description:'kept'}
            {description:'old',redirectUrl:'https://kept'}       | {description:'new'}                   | {description:'new',redirectUrl:'https://kept'}
            {}                                                   | {redirectUrl:'https://a/b'}           | {redirectUrl:'https://a/b'}
            {description:'kept',redirectUrl:'https://old'}       | {redirectUrl:'https://new/?a=b#c'}    | {description:'kept',redirectUrl:'https://new/?a=b#c'}
            {redirectUrl:'https://old'}                          | {redirectUrl:''}                      | {}
            {enabled:false,description:'kept'}                   | {enabled:true}                        | {enabled:true,description:'kept'}
            {}                                                   | {enabled:false}                       | {enabled:false}
            {domains:[{name:'a.b',verified:true}]}               | {description:'new'}                   | {domains:[{name:'a.b',verified:true}],description:'new'}
            {}                                                   | {domains:[{name:'a.b'}]}              | {domains:[{name:'a.b'}]}
            {domains:[{name:'a.b'}]}                             | {domains:[{name:'a.b'},{name:'c.d',verified:true}]} | {domains:[{name:'a.b'},{name:'c.d',verified:true}]}
            {domains:[{name:'a.b',verified:true}]}               | {domains:[{name:'c.d'}]}              | {domains:[{name:'a.b',verified:true},{name:'c.d'}]}
            {domains:[{name:'a.b'}]}                             | {domains:[{name:'a.b',verified:true}]}  | {domains:[{name:'a.b',verified:true}]}
            {domains:[{name:'a.b',verified:true}]}               | {domains:[{name:'a.b',verified:false}]} | {domains:[{name:'a.b',verified:false}]}
            {domains:[{name:'a.b',verified:true}]}               | {domains:['a.b']}                     | same
            {domains:[{name:'a.b',verified:true}]}               | {domains:[{name:'A.B',verified:true}]}  | same
            {domains:[{name:'a.b'}]}                             | {domains:[{name:'*.a.b'}]}            | {domains:[{name:'a.b'},{name:'*.a.b'}]}
            {domains:[{name:'a.b'}]}                             | {domains:[]}                          | same
            {attributes:{a:['1']}}                               | {description:'new'}                   | {attributes:{a:['1']},description:'new'}
            {}                                                   | {attributes:{a:['1']}}                | {attributes:{a:['1']}}
            {attributes:{a:['1'],b:['2']}}                       | {attributes:{a:['3']}}                | {attributes:{a:['3'],b:['2']}}
            {attributes:{a:['1','2','3']}}                       | {attributes:{a:['3','4']}}            | {attributes:{a:['3','4']}}
            {attributes:{a:['1','2','3']}}                       | {attributes:{a:['3','2','1']}}        | same
            {attributes:{a:['1'],b:['2']}}                       | {attributes:{a:[]}}                   | {attributes:{b:['2']}}
            {attributes:{a:['1']}}                               | {attributes:{}}                       | same
            """)
    void mergingChangesWhatTheRecordGivesAndUnitesLists(String before, String given, String merged) throws Exception {
        assertChange(true, before, given, merged);
    }

    /** What is left out is reset, except attributes. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            {name:'a',enabled:false,description:'b',redirectUrl:'https://c',domains:[{name:'d.e'}],attributes:{f:['g']}} | {name:'a'} | {name:'a',attributes:{f:['g']}}
            {name:'a',description:'old'}              | {name:'b'}                                 | {name:'b'}
            {name:'a',description:'b'}                | {name:'a',description:'b'}                 | same
            {name:'a',redirectUrl:'https://b'}        | {name:'a',redirectUrl:''}                  | {name:'a'}
            {name:'a',domains:[{name:'a.b'}]}         | {name:'a',domains:[]}                      | {name:'a'}
            {name:'a',domains:[{name:'a.b'}]}         | {name:'a',domains:[{name:'A.B'}]}          | same
            {name:'a',domains:[{name:'a.b',verified:true}]} | {name:'a',domains:['a.b']}           | {name:'a',domains:[{name:'a.b'}]}
            {name:'a',domains:[{name:'a.b'},{name:'c.d'}]}  | {name:'a',domains:['e.f','c.d']}     | {name:'a',domains:[{name:'c.d'},{name:'e.f'}]}
            {name:'a',attributes:{a:['1'],b:['2']}}   | {name:'a',attributes:{a:['3'],b:[]}}       | {name:'a',attributes:{a:['3']}}
            {name:'a',attributes:{a:['1'],b:['2']}}   | {name:'a',attributes:{b:['2']}}            | {name:'a',attributes:{b:['2']}}
            {name:'a',attributes:{a:['1'],b:['2']}}   | {name:'a',attributes:{}}                   | {name:'a'}
            """)
    void overwritingResetsWhatTheRecordLeavesOut(String before, String given, String wanted) throws Exception {
        assertChange(false, before, given, wanted);
    }

    private static void assertChange(boolean merge, String before, String given, String wanted) throws Exception {
        ExistingOrganization stored = stored(record(before));
        OrganizationChange change = new OrganizationChange(merge, stored);

        change.apply(new OrganizationWork(new Item<>(1, record(given), null)));

        OrganizationRecord after = record(wanted.equals("same") ? before : wanted);
        assertThat(change.changesAnything()).isEqualTo(!wanted.equals("same"));
        assertThat(texts(stored.entity(), domains(stored, change), change.attributes()))
                .isEqualTo(texts(
                        stored(after).entity(),
                        stored(after).domains(),
                        stored(after).attributes()));
    }

    private static OrganizationRecord record(String json) throws Exception {
        return JSON.readValue(json, OrganizationRecord.class);
    }

    private static ExistingOrganization stored(OrganizationRecord record) {
        OrganizationEntity entity = OrganizationRows.organization("realm", "id", record);
        List<OrganizationDomainEntity> domains = new ArrayList<>();
        record.domainsByName().forEach((name, domain) -> domains.add(OrganizationRows.domain(entity, name, domain)));
        return new ExistingOrganization(
                entity, domains, record.attributes() == null ? new HashMap<>() : new HashMap<>(record.attributes()));
    }

    private static List<OrganizationDomainEntity> domains(ExistingOrganization stored, OrganizationChange change) {
        List<OrganizationDomainEntity> after = new ArrayList<>(stored.domains());
        assertThat(after).containsAll(change.obsoleteDomains());
        after.removeAll(change.obsoleteDomains());
        after.addAll(change.newDomains());
        return after;
    }

    private static List<Object> texts(
            OrganizationEntity entity, List<OrganizationDomainEntity> domains, Map<String, List<String>> attributes) {
        Map<String, Boolean> verified = new TreeMap<>();
        domains.forEach(domain -> verified.put(domain.getName(), domain.isVerified()));
        Map<String, List<String>> sorted = new TreeMap<>();
        attributes.forEach(
                (name, texts) -> sorted.put(name, texts.stream().sorted().toList()));
        return List.of(
                entity.getName() + "",
                entity.isEnabled(),
                entity.getDescription() + "",
                entity.getRedirectUrl() + "",
                verified,
                sorted);
    }
}
