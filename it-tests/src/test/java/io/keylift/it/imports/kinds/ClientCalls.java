// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.kinds;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.imports.support.TwinRealm;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;

/** Changes a client through the Admin API: one PUT, and further calls for fields that PUT ignores. */
public record ClientCalls(TwinRealm realm) {

    public HttpResponse<String> overwrite(ObjectNode record) {
        String client =
                realm.path("clients/" + realm.clientId(record.get("clientId").asText()));
        HttpResponse<String> answer = realm.admin().send("PUT", client, record);
        if (answer.statusCode() == 204) {
            scopes(client, record);
            if (record.hasNonNull("authorizationSettings")) {
                realm.admin().put(client + "/authz/resource-server", record.get("authorizationSettings"));
            }
        }
        return answer;
    }

    private void scopes(String client, JsonNode record) {
        List<String> ways = new ArrayList<>();
        for (String way : List.of("default", "optional")) {
            if (record.hasNonNull(way + "ClientScopes")) {
                ways.add(way);
                for (JsonNode scope : realm.admin().get(client + "/" + way + "-client-scopes")) {
                    // PUT gives it to a client with a service account, whatever lists the record has.
                    if (!scope.get("name").asText().equals("service_account")) {
                        realm.admin().delete(path(client, way, scope));
                    }
                }
            }
        }
        JsonNode all = realm.admin().get(realm.path("client-scopes"));
        for (String way : ways) {
            for (JsonNode name : record.get(way + "ClientScopes")) {
                all.forEach(scope -> {
                    if (scope.get("name").equals(name)) {
                        // A scope that was moved to another list is in that one still.
                        for (String any : List.of("default", "optional")) {
                            realm.admin().delete(path(client, any, scope));
                        }
                        realm.admin().put(path(client, way, scope), "{}");
                    }
                });
            }
        }
    }

    private static String path(String client, String way, JsonNode scope) {
        return client + "/" + way + "-client-scopes/" + scope.get("id").asText();
    }
}
