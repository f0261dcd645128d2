// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.organizations;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.keylift.bulkimport.kind.spi.UniqueKey;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OrganizationRecordTest {

    private final OrganizationsKind kind = new OrganizationsKind();

    @Test
    void readsKeycloaksRepresentation() throws JsonProcessingException {
        OrganizationRecord organization = read("""
                {"id": "o1", "name": "Acme Inc.", "alias": "acme", "enabled": false, "description": "d",
                 "redirectUrl": "https://acme.com", "attributes": {"tier": ["gold", "eu"]},
                 "domains": [{"name": "acme.com", "verified": true}], "members": [], "groups": null}
                """);

        assertThat(organization)
                .isEqualTo(new OrganizationRecord(
                        "o1",
                        "Acme Inc.",
                        "acme",
                        false,
                        "d",
                        "https://acme.com",
                        Map.of("tier", List.of("gold", "eu")),
                        List.of(new OrganizationRecord.Domain("acme.com", true)),
                        List.of(),
                        null,
                        null));
    }

    @Test
    void readsDomainsAsPlainNamesAndSingleValues() throws JsonProcessingException {
        OrganizationRecord organization =
                read("{\"domains\": [\"acme.com\", {\"name\": \"acme.org\"}], \"attributes\": {\"tier\": \"gold\"}}");

        assertThat(organization.domains())
                .containsExactly(
                        new OrganizationRecord.Domain("acme.com", null),
                        new OrganizationRecord.Domain("acme.org", null));
        assertThat(organization.attributes()).containsEntry("tier", List.of("gold"));
        assertThat(read("{\"domains\": \"acme.com\"}").domains())
                .containsExactly(new OrganizationRecord.Domain("acme.com", null));
    }

    @Test
    void theAliasDefaultsToTheName() throws JsonProcessingException {
        assertThat(kind.key(read("{\"name\": \"acme\"}"))).isEqualTo("acme");
        assertThat(kind.key(read("{\"name\": \"acme\", \"alias\": \"\"}"))).isEqualTo("acme");
        assertThat(kind.key(read("{\"name\": \"Acme\", \"alias\": \"acme\"}"))).isEqualTo("acme");
        assertThat(kind.key(read("{}"))).isNull();
    }

    @Test
    void keysAreAllThatIsUniqueInARealmTheRecordsOwnFirst() throws JsonProcessingException {
        OrganizationRecord organization = read("""
                {"id": "o1", "name": "Acme", "alias": "acme",
                 "domains": ["acme.com", " ACME.com ", {"name": "*.acme.org"}, null, {"name": null}]}
                """);

        assertThat(kind.uniqueKeys(organization))
                .containsExactly(
                        new UniqueKey("alias", "acme", "/alias"),
                        new UniqueKey("name", "Acme", "/name"),
                        new UniqueKey("id", "o1", "/id"),
                        new UniqueKey("domain", "acme.com", "/domains/0/name"),
                        new UniqueKey("domain", "*.acme.org", "/domains/2/name"));
        assertThat(kind.uniqueKeys(read("{\"name\": \"acme\"}")))
                .containsExactly(new UniqueKey("alias", "acme", "/name"), new UniqueKey("name", "acme", "/name"));
    }

    @Test
    void ofTwoSpellingsOfADomainTheFirstCounts() throws JsonProcessingException {
        OrganizationRecord organization =
                read("{\"domains\": [{\"name\": \"ACME.com\", \"verified\": true}, \"acme.com\"]}");

        assertThat(organization.domainsByName())
                .containsExactly(Map.entry("acme.com", new OrganizationRecord.Domain("ACME.com", true)));
    }

    @Test
    void isEnabledUnlessItSaysOtherwise() throws JsonProcessingException {
        assertThat(read("{\"name\": \"acme\"}").toRepresentation("o1").isEnabled())
                .isTrue();
        assertThat(read("{\"enabled\": false}").toRepresentation("o1").isEnabled())
                .isFalse();
    }

    static OrganizationRecord read(String json) throws JsonProcessingException {
        return new ObjectMapper()
                .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .enable(DeserializationFeature.ACCEPT_SINGLE_VALUE_AS_ARRAY)
                .readValue(json, OrganizationRecord.class);
    }
}
