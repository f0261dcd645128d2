// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.kinds;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.TwinRealm;

/** Calls of the Admin API that the kinds of Keycloak's Authorization Services share. */
final class AuthorizationCalls {

    private AuthorizationCalls() {}

    /** Adds clients that protect resources. */
    static void protect(TwinRealm realm, String... clients) {
        for (String client : clients) {
            realm.admin()
                    .post(
                            realm.path("clients"),
                            Records.json("{clientId:'" + client + "',publicClient:false,secret:'given-secret',"
                                    + "serviceAccountsEnabled:true,authorizationServicesEnabled:true}"));
        }
    }

    /** Path of the resource server that a record names, with a slash at the end. */
    static String server(TwinRealm realm, JsonNode record) {
        return "clients/" + realm.clientId(record.get("client").asText()) + "/authz/resource-server/";
    }

    /** The record as the Admin API takes it: the path names the client. */
    static ObjectNode body(ObjectNode record) {
        return record.deepCopy().without("client");
    }

    /** Id of what has the name of the record, or an empty text. */
    static String id(TwinRealm realm, JsonNode record, String things) {
        JsonNode found = realm.admin()
                .get(realm.path(server(realm, record)) + things + "/search?name="
                        + TwinRealm.encoded(record.get("name").asText()));
        return found == null ? "" : found.path("id").asText();
    }
}
