// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.kinds;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.TwinRealm;
import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Identity providers with settings, mappers and links to organizations. */
public final class IdentityProvidersContract implements KindContract {

    private static final String INSTANCES = "identity-provider/instances";
    private static final String ORGANIZATION = "home";

    @Override
    public String kind() {
        return "identity-providers";
    }

    @Override
    public Set<String> permittedRoles() {
        return Set.of("realm-admin", "manage-identity-providers");
    }

    @Override
    public void prepare(TwinRealm realm) {
        realm.withOrganizations(ORGANIZATION, "away");
    }

    @Override
    public List<ObjectNode> examples() {
        return Records.read("identity-providers.txt");
    }

    /** Keycloak decodes a {@code %} in a path twice. */
    @Override
    public List<ObjectNode> removableExamples() {
        return examples().stream()
                .filter(record -> !record.path("alias").asText().contains("%"))
                .toList();
    }

    /** Every third is linked to an organization. */
    @Override
    public ObjectNode record(int number) {
        ObjectNode record = plainRecord(number);
        if (number % 3 == 0) {
            record.put("organization", ORGANIZATION);
        }
        return record;
    }

    @Override
    public ObjectNode plainRecord(int number) {
        String record = """
                {alias:'provider-#',providerId:'oidc',displayName:'Number #',trustEmail:%b,\
                firstBrokerLoginFlowAlias:'first broker login',\
                config:{clientId:'keylift',clientSecret:'secret-#',number:'#','kc.org.domain':'ANY',\
                authorizationUrl:'https://idp.example/#/auth',tokenUrl:'https://idp.example/#/token'},\
                mappers:[{name:'number',identityProviderMapper:'hardcoded-attribute-idp-mapper',\
                config:{syncMode:'INHERIT',attribute:'number','attribute.value':'#'}}]}""";
        return Records.json(record.formatted(number % 2 == 0).replace("#", String.valueOf(number)));
    }

    @Override
    public ObjectNode changed(ObjectNode record, int version) {
        ObjectNode changed = record.deepCopy().put("displayName", "Version " + version);
        changed.withObject("/config").put("number", "v" + version);
        changed.withObject("/mappers/0/config").put("attribute.value", "v" + version);
        return changed.put("organization", List.of("", ORGANIZATION, "away").get(version % 3));
    }

    @Override
    public List<GivenId> givenIds() {
        return List.of(
                new GivenId("", "internalId", "identity_provider"),
                new GivenId("/mappers/0", "id", "identity_provider_mapper"));
    }

    /** The domain of a linked provider is checked only when the provider is written again. */
    @Override
    public HttpResponse<String> create(TwinRealm realm, ObjectNode record) {
        String organization =
                record.hasNonNull("organization") ? record.get("organization").asText() : "";
        if (!organization.isEmpty() && realm.organizationId(organization).isEmpty()) {
            return realm.admin().send("POST", identityProvidersOf(realm, organization), "\"none\"");
        }
        HttpResponse<String> answer = realm.admin().send("POST", realm.path(INSTANCES), body(record));
        if (answer.statusCode() == 201) {
            if (!organization.isEmpty()) {
                link(realm, record, organization);
                String domain = record.at("/config/kc.org.domain").asText("ANY");
                if (!domain.isBlank() && !domain.equals("ANY")) {
                    realm.admin().put(path(realm, record), body(record));
                }
            }
            mappers(realm, record);
        }
        return answer;
    }

    @Override
    public HttpResponse<String> overwrite(TwinRealm realm, ObjectNode record) {
        if (record.has("organization")) {
            String organization = record.get("organization").asText();
            for (String other : List.of(ORGANIZATION, "away")) {
                String linked = identityProvidersOf(realm, other) + "/"
                        + record.get("alias").asText();
                if (!other.equals(organization)
                        && realm.admin().send("GET", linked, null).statusCode() == 200) {
                    realm.admin().delete(linked);
                }
            }
            if (!organization.isEmpty()) {
                link(realm, record, organization);
            }
        }
        HttpResponse<String> answer = realm.admin().send("PUT", path(realm, record), body(record));
        if (answer.statusCode() == 204) {
            mappers(realm, record);
        }
        return answer;
    }

    private static ObjectNode body(ObjectNode record) {
        return record.deepCopy().remove(List.of("organization", "mappers"));
    }

    /** A provider that is linked already is a conflict. */
    private static void link(TwinRealm realm, ObjectNode record, String organization) {
        realm.admin()
                .send(
                        "POST",
                        identityProvidersOf(realm, organization),
                        record.get("alias").asText());
    }

    private static String identityProvidersOf(TwinRealm realm, String organization) {
        return realm.path("organizations/" + realm.organizationId(organization) + "/identity-providers");
    }

    private static String path(TwinRealm realm, ObjectNode record) {
        return realm.path(
                INSTANCES + "/" + TwinRealm.encoded(record.path("alias").asText()));
    }

    private static void mappers(TwinRealm realm, ObjectNode record) {
        if (!record.hasNonNull("mappers")) {
            return;
        }
        String path = path(realm, record) + "/mappers";
        Map<String, String> present = new HashMap<>();
        for (JsonNode mapper : realm.admin().get(path)) {
            present.put(mapper.get("name").asText(), mapper.get("id").asText());
        }
        for (JsonNode mapper : record.get("mappers")) {
            ObjectNode body = mapper.deepCopy();
            body.set("identityProviderAlias", record.get("alias"));
            String id = present.remove(mapper.get("name").asText());
            if (id == null) {
                realm.admin().post(path, body);
            } else {
                realm.admin().put(path + "/" + id, body.put("id", id));
            }
        }
        present.values().forEach(id -> realm.admin().delete(path + "/" + id));
    }

    @Override
    public boolean isRemovable() {
        return true;
    }

    @Override
    public HttpResponse<String> remove(TwinRealm realm, ObjectNode record) {
        return realm.admin().send("DELETE", path(realm, record), null);
    }

    @Override
    public List<String> views(TwinRealm realm, ObjectNode record) {
        String alias = record.get("alias").asText();
        return AdminApiPaths.of(realm, INSTANCES + "?search=" + alias)
                .and("organizations/" + realm.organizationId(ORGANIZATION) + "/identity-providers")
                .andOf(INSTANCES, alias, "mappers")
                .paths();
    }

    @Override
    public Set<String> tables() {
        return Set.of("identity_provider", "identity_provider_config", "identity_provider_mapper", "idp_mapper_config");
    }
}
