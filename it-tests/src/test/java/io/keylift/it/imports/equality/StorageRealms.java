// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.equality;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.SharedServer;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.FarAwayStorage;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.LdapServer;
import io.keylift.it.imports.support.Sql;
import java.util.List;
import java.util.Map;

/** Realms with user storages: a directory that all of them share, and a storage that is far away. */
final class StorageRealms implements AutoCloseable {

    /** A credential. */
    static final String HASHED = "{\"type\":\"password\","
            + "\"secretData\":\"{\\\"value\\\":\\\"aGFzaA==\\\",\\\"salt\\\":\\\"S2V5bGlmdCBnaXZlbiBzYWx0\\\"}\","
            + "\"credentialData\":\"{\\\"hashIterations\\\":1,\\\"algorithm\\\":\\\"pbkdf2-sha512\\\"}\"}";

    private final SharedServer server;
    private final AdminHttp admin;
    private final Sql sql;
    private final LdapServer ldap = LdapServer.start();

    StorageRealms(SharedServer server) {
        this.server = server;
        admin = server.admin();
        sql = new Sql(server.database());
    }

    LdapServer ldap() {
        return ldap;
    }

    Sql sql() {
        return sql;
    }

    AdminHttp admin() {
        return admin;
    }

    /** The beginning of a record, and how it goes on. */
    static String person(String name, String rest) {
        return "{\"username\":\"" + name + "\",\"email\":\"" + name + "@example.org\"" + rest;
    }

    /** A new realm with the directory. */
    ImportClient withDirectory(String name, Map<String, String> config) {
        ImportClient client = ImportClient.inNewRealm(server, name);
        ldap.addTo(admin, name, config);
        return client;
    }

    /** A new realm with a storage whose users have no rows. */
    ImportClient farAway(String realm) {
        ImportClient client = ImportClient.inNewRealm(server, realm);
        FarAwayStorage.addTo(admin, realm);
        return client;
    }

    /** How many rows a user has: one or none. */
    long rows(String realm, String username) {
        return sql.number(
                "select count(*) from user_entity u join realm r on r.id = u.realm_id"
                        + " where r.name = ? and u.username = ?",
                realm,
                username);
    }

    /** Returns the status. */
    int addByAdminApi(String realm, String user) {
        return admin.send("POST", "/admin/realms/" + realm + "/users", AdminHttp.parse(user))
                .statusCode();
    }

    private JsonNode user(String realm, String username) {
        return admin.get("/admin/realms/" + realm + "/users?exact=true&briefRepresentation=false&username=" + username)
                .get(0);
    }

    String id(String realm, String username) {
        return user(realm, username).get("id").asText();
    }

    /** A user in the Admin API, without ids and times. */
    String shown(String realm, String username) {
        ObjectNode user = user(realm, username).deepCopy();
        user.remove(List.of("id", "createdTimestamp"));
        if (user.get("attributes") instanceof ObjectNode attributes) {
            attributes.remove(List.of("LDAP_ID", "createTimestamp", "modifyTimestamp"));
        }
        String id = id(realm, username);
        return user + " "
                + admin.get("/admin/realms/" + realm + "/users/" + id + "/role-mappings")
                        .toString()
                + admin.get("/admin/realms/" + realm + "/users/" + id + "/credentials")
                        .findValuesAsText("type");
    }

    @Override
    public void close() {
        sql.close();
        ldap.close();
    }
}
