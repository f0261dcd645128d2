// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.exports;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.TwinRealm;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Another value for each field of each kind. What the schema of a kind says is enough for texts, numbers, truth values
 * and values by name. For fields that refer to something, the values to choose from are listed here.
 */
final class OtherValues {

    private static final String ROLES = "{list:['reader','writer','visitor']}";
    private static final String SCOPES = "{list:['address','phone','microprofile-jwt']}";
    private static final String MAPPERS = """
            {list:[{name:'other',protocol:'openid-connect',protocolMapper:'oidc-hardcoded-claim-mapper',\
            consentRequired:false,config:{'claim.name':'o','claim.value':'o','id.token.claim':'true','userinfo.token.claim':'true'}}]}""";
    private static final String RESOURCES = "{list:['rack','chest']}";
    private static final String CAPABILITIES = "{list:['base.view','base.edit','base.print']}";

    /** By kind and field, or by field, values of the field or, of a list, its elements. */
    private static final Map<String, String> CHOICES = Map.ofEntries(
            Map.entry("realmRoles", ROLES),
            Map.entry("clientRoles", """
                    {list:[{shop:['buyer']},{shop:['seller','reader']},{'realm-management':['view-users']},\
                    {shop:[]}]}"""),
            Map.entry("roles/composites", """
                    {list:[{realm:['reader']},{realm:['writer'],client:{}},{realm:[],client:{shop:['buyer']}},\
                    {client:{'realm-management':['view-users']}},{realm:[],client:{shop:[]}}]}"""),
            Map.entry("groups", "{list:['/staff/emea','/guests','/everyone']}"),
            Map.entry("requiredActions", "{list:['VERIFY_EMAIL','UPDATE_PASSWORD','CONFIGURE_TOTP']}"),
            Map.entry("users/organizations", """
                    {list:[{alias:'globex',membershipType:'UNMANAGED',departments:[]},\
                    {alias:'acme',membershipType:'MANAGED',departments:['/sales']}]}"""),
            Map.entry("federatedIdentities", "{list:[{identityProvider:'social',userId:'#',userName:'#'}]}"),
            Map.entry("clientConsents", "{list:[{clientId:'shop',grantedClientScopes:['email']}]}"),
            Map.entry("email", "{list:['o-#@example.org','']}"),
            Map.entry("firstName", "{list:['Other','']}"),
            Map.entry("lastName", "{list:['Other','']}"),
            Map.entry("protocol", "{list:['openid-connect','saml']}"),
            Map.entry("clientAuthenticatorType", "{list:['client-secret','client-jwt']}"),
            Map.entry("defaultClientScopes", SCOPES),
            Map.entry("optionalClientScopes", SCOPES),
            Map.entry("protocolMappers", MAPPERS),
            Map.entry("redirectUris", "{list:['/other','/another']}"),
            Map.entry("webOrigins", "{list:['https://other.example','+']}"),
            Map.entry("rootUrl", "{list:['https://other.example','']}"),
            Map.entry("adminUrl", "{list:['https://other.example/admin','']}"),
            Map.entry("baseUrl", "{list:['/other','']}"),
            Map.entry("authenticationFlowBindingOverrides", "{list:[{browser:'<flow:browser>'},{}]}"),
            Map.entry("registeredNodes", "{list:[{'node-#':7},{}]}"),
            Map.entry("authorizationSettings", """
                    {list:[{policyEnforcementMode:'PERMISSIVE'},{decisionStrategy:'AFFIRMATIVE'},\
                    {allowRemoteResourceManagement:false}]}"""),
            Map.entry("firstBrokerLoginFlowAlias", "{list:['first broker login','']}"),
            Map.entry("postBrokerLoginFlowAlias", "{list:['browser','']}"),
            Map.entry("identity-providers/organization", "{list:['home','away','']}"),
            Map.entry("mappers", """
                    {list:[{name:'other',identityProviderMapper:'hardcoded-attribute-idp-mapper',\
                    config:{syncMode:'INHERIT',attribute:'other','attribute.value':'o'}}]}"""),
            Map.entry("redirectUrl", "{list:['https://other.example/','']}"),
            Map.entry("domains", "{list:[{name:'o-#.example',verified:true}]}"),
            Map.entry("resources/scopes", "{list:[{name:'open'},{name:'shut'}]}"),
            Map.entry("permissions/scopes", "{list:['take','look','lock']}"),
            Map.entry("permissions/resources", RESOURCES),
            Map.entry("permissions/policies", "{list:['armed','anybody']}"),
            Map.entry("policies/policies", "{list:['base','other']}"),
            Map.entry("policies/roles", "{list:[{id:'policed',required:true},{id:'reader',required:false}]}"),
            Map.entry("policies/users", "{list:['polly','percy']}"),
            Map.entry("policies/clients", "{list:['guard','lookout']}"),
            Map.entry("policies/groups", """
                    {list:[{path:'/policed',extendChildren:true},{path:'/policed/inner',extendChildren:false}]}"""),
            Map.entry("clientScopes", "{list:[{id:'policed',required:true},{id:'email',required:false}]}"),
            Map.entry("policies/capabilities", "{list:['shelf.view','shelf.look']}"),
            Map.entry("notOnOrAfter", "{list:['2098-01-01 00:00:00','2097-01-01 00:00:00']}"),
            Map.entry("policies/notBefore", "{list:['2019-01-01 00:00:00','2018-01-01 00:00:00']}"),
            Map.entry("pattern", "{list:['.*','[a-z]+']}"),
            Map.entry("endpoints", "{list:[{method:'GET',path:'/other'},{method:'PUT',path:'/another'}]}"),
            Map.entry("members", CAPABILITIES),
            Map.entry("set", CAPABILITIES),
            Map.entry("add", CAPABILITIES),
            Map.entry("remove", CAPABILITIES),
            Map.entry("membershipType", "{list:['MANAGED','UNMANAGED']}"));

    private final TwinRealm realm;
    private final SplittableRandom random;
    private int number;

    OtherValues(TwinRealm realm, SplittableRandom random) {
        this.realm = realm;
        this.random = random;
    }

    /**
     * @param schema that of the field
     * @param now the value of the field; may be {@code null}
     */
    JsonNode other(String kind, String field, JsonNode schema, JsonNode now) {
        String choices = CHOICES.getOrDefault(kind + "/" + field, CHOICES.get(field));
        if (choices != null) {
            List<JsonNode> values = choices(choices);
            return is(schema, "array") ? toggled(values, now) : otherOf(values, now);
        }
        if (schema.has("enum")) {
            List<JsonNode> values = new ArrayList<>();
            schema.get("enum").forEach(value -> {
                if (!value.isNull()) {
                    values.add(value);
                }
            });
            return otherOf(values, now);
        }
        if (is(schema, "boolean")) {
            return AdminHttp.JSON.getNodeFactory().booleanNode(now == null || !now.asBoolean());
        }
        if (is(schema, "integer")) {
            return AdminHttp.JSON.getNodeFactory().numberNode((now == null ? 0 : now.asInt()) + 1);
        }
        if (is(schema, "object")) {
            return otherMap(schema.path("additionalProperties"), now);
        }
        if (is(schema, "array")) {
            return toggled(List.of(text("other"), text("another")), now);
        }
        return now != null && random.nextInt(3) == 0 ? text("") : text("9" + number++ % 10);
    }

    private List<JsonNode> choices(String choices) {
        List<JsonNode> values = new ArrayList<>();
        String own = choices.replace("#", String.valueOf(number++));
        Records.of(realm, List.of(Records.json(own))).get(0).get("list").forEach(values::add);
        return values;
    }

    private static boolean is(JsonNode schema, String type) {
        for (JsonNode each : schema.path("type")) {
            if (each.asText().equals(type)) {
                return true;
            }
        }
        return schema.path("type").asText().equals(type);
    }

    private static JsonNode text(String text) {
        return AdminHttp.JSON.getNodeFactory().textNode(text);
    }

    private JsonNode otherOf(List<JsonNode> values, JsonNode now) {
        List<JsonNode> others =
                values.stream().filter(value -> !value.equals(now)).toList();
        return others.get(random.nextInt(others.size()));
    }

    /** With one of the values more, or with one less. */
    private JsonNode toggled(List<JsonNode> values, JsonNode now) {
        ArrayNode list = AdminHttp.JSON.createArrayNode();
        JsonNode chosen = values.get(random.nextInt(values.size()));
        boolean removed = false;
        if (now != null) {
            boolean drops = now.size() > 0 && random.nextInt(3) == 0;
            int dropped = drops ? random.nextInt(now.size()) : -1;
            for (int i = 0; i < now.size(); i++) {
                if (i == dropped || isNamedAs(now.get(i), chosen)) {
                    removed = true;
                } else {
                    list.add(now.get(i));
                }
            }
        }
        return removed ? list : list.add(chosen);
    }

    private static boolean isNamedAs(JsonNode element, JsonNode other) {
        for (String name : List.of("name", "alias", "identityProvider", "clientId", "id", "path")) {
            if (element.has(name)) {
                return element.get(name).equals(other.get(name));
            }
        }
        return element.equals(other);
    }

    /** With one entry more, one less, or another value of one. */
    private JsonNode otherMap(JsonNode schema, JsonNode now) {
        ObjectNode map = now == null ? AdminHttp.JSON.createObjectNode() : now.deepCopy();
        boolean ofTexts = is(schema, "string");
        String name = "other-" + random.nextInt(3);
        List<String> names = new ArrayList<>();
        map.fieldNames().forEachRemaining(names::add);
        int way = random.nextInt(3);
        if (way > 0 && !names.isEmpty()) {
            name = names.get(random.nextInt(names.size()));
        }
        if (way == 2 && map.has(name)) {
            map.remove(name);
        } else if (ofTexts) {
            map.put(name, "other " + number++);
        } else {
            map.putArray(name).add("other " + number++);
        }
        return map;
    }
}
