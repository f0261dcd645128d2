// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.kinds;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.imports.support.TwinRealm;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiPredicate;

/** Changes a client through the Admin API: one PUT, and further calls for fields that PUT ignores. */
public record ClientCalls(TwinRealm realm) {

    private static final List<String> WAYS = List.of("default", "optional");
    private static final Set<String> TEXTS = Set.of("name", "description", "rootUrl", "adminUrl", "baseUrl");

    public HttpResponse<String> overwrite(ObjectNode record) {
        String client =
                realm.path("clients/" + realm.clientId(record.get("clientId").asText()));
        HttpResponse<String> answer = realm.admin()
                .send("PUT", client, withoutEmpty(record, realm.admin().get(client)));
        if (answer.statusCode() == 204) {
            removeScopes(client, record, (scope, given) -> !given.contains(scope));
            addScopes(client, record);
            if (record.hasNonNull("authorizationSettings")) {
                realm.admin().put(client + "/authz/resource-server", record.get("authorizationSettings"));
            }
        }
        return answer;
    }

    /** Without empty texts where the client has none: there they are no value. */
    static ObjectNode withoutEmpty(ObjectNode record, JsonNode client) {
        ObjectNode without = record.deepCopy();
        without.properties()
                .removeIf(field -> TEXTS.contains(field.getKey())
                        && field.getValue().asText("none").isEmpty()
                        && !client.hasNonNull(field.getKey()));
        return without;
    }

    /** Sets the values of the record to which POST has added, or which it has replaced. */
    HttpResponse<String> complete(ObjectNode record) {
        String client =
                realm.path("clients/" + realm.clientId(record.get("clientId").asText()));
        HttpResponse<String> answer = realm.admin().send("PUT", client, changeable(record));
        ObjectNode apart = record.deepCopy();
        List<String> defaults = texts(apart.path("defaultClientScopes"));
        if (apart.hasNonNull("optionalClientScopes")) {
            // In POST, a scope of both lists is a default one.
            List<String> optional = texts(apart.get("optionalClientScopes"));
            optional.removeAll(defaults);
            ArrayNode list = apart.putArray("optionalClientScopes");
            optional.forEach(list::add);
        }
        removeScopes(client, apart, (scope, given) -> !given.contains(scope));
        addScopes(client, apart);
        return answer;
    }

    /** Without what PUT cannot take: a second import of the settings, and a mapper without {@code config}. */
    private static ObjectNode changeable(ObjectNode record) {
        ObjectNode changeable = record.deepCopy();
        changeable.remove("authorizationSettings");
        changeable.path("protocolMappers").forEach(mapper -> {
            if (!mapper.hasNonNull("config")) {
                ((ObjectNode) mapper).putObject("config");
            }
        });
        return changeable;
    }

    private void removeScopes(String client, JsonNode record, BiPredicate<String, List<String>> which) {
        for (String way : WAYS) {
            List<String> given = texts(record.path(way + "ClientScopes"));
            if (record.hasNonNull(way + "ClientScopes")) {
                for (JsonNode scope : realm.admin().get(client + "/" + way + "-client-scopes")) {
                    if (which.test(scope.get("name").asText(), given)) {
                        realm.admin().delete(path(client, way, scope));
                    }
                }
            }
        }
    }

    private static List<String> texts(JsonNode list) {
        List<String> texts = new ArrayList<>();
        list.forEach(text -> texts.add(text.asText()));
        return texts;
    }

    private void addScopes(String client, JsonNode record) {
        JsonNode all = realm.admin().get(realm.path("client-scopes"));
        for (String way : WAYS) {
            for (JsonNode name : record.path(way + "ClientScopes")) {
                all.forEach(scope -> {
                    if (scope.get("name").equals(name) && !names(client, way).contains(name.asText())) {
                        // A scope that was moved to another list is in that one still.
                        for (String any : WAYS) {
                            if (names(client, any).contains(name.asText())) {
                                realm.admin().delete(path(client, any, scope));
                            }
                        }
                        realm.admin().put(path(client, way, scope), "{}");
                    }
                });
            }
        }
    }

    private List<String> names(String client, String way) {
        List<String> names = new ArrayList<>();
        realm.admin()
                .get(client + "/" + way + "-client-scopes")
                .forEach(scope -> names.add(scope.get("name").asText()));
        return names;
    }

    private static String path(String client, String way, JsonNode scope) {
        return client + "/" + way + "-client-scopes/" + scope.get("id").asText();
    }
}
