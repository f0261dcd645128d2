// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.kinds;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.TwinRealm;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Set;

/** Clients with protocol mappers, client scopes, service accounts and authorization. */
public final class ClientsContract implements KindContract {

    @Override
    public String kind() {
        return "clients";
    }

    @Override
    public Set<String> permittedRoles() {
        return Set.of("realm-admin", "manage-clients");
    }

    @Override
    public List<ObjectNode> examples() {
        return Records.read("clients.txt");
    }

    /** Every third has a service account, and every other of these authorization. */
    @Override
    public ObjectNode record(int number) {
        ObjectNode record = Records.json("""
                {clientId:'app-%d',name:'Application %d',protocol:'openid-connect',publicClient:false,secret:'given-%d',\
                redirectUris:['https://app-%d.example.org/*','/callback'],webOrigins:['+'],registeredNodes:{node:%d},\
                attributes:{number:'%d','access.token.lifespan':'300'},defaultClientScopes:['profile','email'],\
                optionalClientScopes:['phone'],protocolMappers:[{name:'number',protocol:'openid-connect',\
                protocolMapper:'oidc-hardcoded-claim-mapper',config:{'claim.name':'n','claim.value':'%d'}}]}""".formatted(number, number, number, number, number, number, number));
        return record.put("serviceAccountsEnabled", number % 3 == 0)
                .put("authorizationServicesEnabled", number % 6 == 0);
    }

    @Override
    public ObjectNode changed(ObjectNode record, int version) {
        ObjectNode changed = record.deepCopy().put("name", "Version " + version);
        changed.putArray("redirectUris").add("/version-" + version);
        changed.withObject("/attributes").put("number", "v" + version);
        changed.withObject("/protocolMappers/0/config").put("claim.value", "v" + version);
        changed.putArray("optionalClientScopes").add(version % 2 == 0 ? "address" : "phone");
        return changed;
    }

    @Override
    public List<GivenId> givenIds() {
        return List.of(GivenId.own("client"), new GivenId("/protocolMappers/0", "id", "protocol_mapper"));
    }

    @Override
    public HttpResponse<String> create(TwinRealm realm, ObjectNode record) {
        return realm.adminApi().create("clients", plain(record));
    }

    private static ObjectNode plain(ObjectNode record) {
        return ClientCalls.withoutEmpty(record, MissingNode.getInstance());
    }

    @Override
    public void complete(TwinRealm realm, ObjectNode record) {
        assertThat(new ClientCalls(realm).complete(plain(record)).body())
                .as("%s", record)
                .isEmpty();
    }

    @Override
    public HttpResponse<String> overwrite(TwinRealm realm, ObjectNode record) {
        return new ClientCalls(realm).overwrite(record);
    }

    /** Without empty texts and mappers without {@code config}: events of imports show these as they are stored. */
    @Override
    public List<ObjectNode> removableExamples() {
        return examples().stream()
                .filter(record -> !List.of("empties", "mapper-without-config")
                        .contains(record.path("clientId").asText()))
                .toList();
    }

    @Override
    public EventDifference eventDifference() {
        return new ServiceAccountScope();
    }

    /** {@link ClientCalls#overwrite} removes a client scope that each {@code PUT} adds. */
    private static final class ServiceAccountScope implements EventDifference {

        @Override
        public String reason() {
            return "PUT adds the scope service_account to a client with a service account, and a record leaves it out.";
        }

        @Override
        public JsonNode state(TwinRealm realm) {
            for (JsonNode scope : realm.admin().get(realm.path("client-scopes"))) {
                if (scope.get("name").asText().equals("service_account")) {
                    return scope.get("id");
                }
            }
            throw new AssertionError("No scope service_account");
        }

        @Override
        public List<ObjectNode> expected(ObjectNode event, JsonNode before, JsonNode after) {
            boolean isRemoved = event.get("type").asText().equals("CLIENT_SCOPE_CLIENT_MAPPING")
                    && event.get("operation").asText().equals("DELETE")
                    && event.get("path").asText().endsWith(after.asText());
            return isRemoved ? List.of() : List.of(event);
        }
    }

    @Override
    public boolean isRemovable() {
        return true;
    }

    @Override
    public HttpResponse<String> remove(TwinRealm realm, ObjectNode record) {
        String client = "clients/" + realm.clientId(record.get("clientId").asText());
        return realm.admin().send("DELETE", realm.path(client), null);
    }

    @Override
    public List<String> views(TwinRealm realm, ObjectNode record) {
        String name = record.get("clientId").asText();
        return AdminApiPaths.of(realm, "clients", "clients?clientId=" + name, "users?search=service-account-" + name)
                .andOf(
                        "clients",
                        realm.clientId(name),
                        "client-secret",
                        "default-client-scopes",
                        "optional-client-scopes",
                        "protocol-mappers/models",
                        "roles",
                        "service-account-user",
                        "authz/resource-server")
                .paths();
    }

    @Override
    public Set<String> tables() {
        return Set.of(
                "client",
                "client_attributes",
                "client_auth_flow_bindings",
                "client_node_registrations",
                "client_scope_client",
                "keycloak_role",
                "protocol_mapper",
                "protocol_mapper_config",
                "redirect_uris",
                "resource_server",
                "user_entity",
                "user_group_membership",
                "user_required_action",
                "user_role_mapping",
                "web_origins");
    }
}
