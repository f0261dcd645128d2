// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.exports;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.SharedServer;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.kinds.Contracts;
import io.keylift.it.imports.kinds.KindContract;
import io.keylift.it.imports.support.RealmTemplates;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** A realm with records of every kind, and what of its export another realm can take. */
final class PortableRealm {

    private static final int FRESH = 3;

    /** Kinds with more examples than their contracts have. */
    private static final Set<String> FILES = Set.of("organizations", "users");

    /** Ids of objects, and moments, which differ from realm to realm. */
    private static final Pattern ID =
            Pattern.compile("\"(id|_id|internalId|client.secret.creation.time|createdTimestamp)\":(\"[^\"]*\"|\\d+),?");

    private PortableRealm() {}

    /** A realm with records of all kinds. */
    static TwinRealm filled(SharedServer server, String name) {
        RealmTemplates.create(server.admin(), name, "portable", any -> fill(server, any));
        return new TwinRealm(server.admin(), name);
    }

    private static void fill(SharedServer server, String name) {
        try {
            fill(TwinRealm.create(server, name, Map.of()).withOrganizations("home", "away"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void fill(TwinRealm realm) throws IOException {
        for (KindContract kind : Contracts.all()) {
            kind.prepare(realm);
        }
        List<String> order =
                List.of("client-scopes", "clients", "roles", "groups", "organizations", "departments", "users");
        List<KindContract> kinds = new ArrayList<>(Contracts.all());
        kinds.sort((a, b) -> Integer.compare(place(order, a), place(order, b)));
        for (KindContract kind : kinds) {
            List<ObjectNode> examples =
                    FILES.contains(kind.kind()) ? Records.read(kind.kind() + ".txt") : kind.examples();
            List<ObjectNode> records = new ArrayList<>(Records.of(realm, examples));
            // Other realms of the server import the same examples.
            records.forEach(record -> record.remove("id"));
            records.addAll(IntStream.range(0, FRESH).mapToObj(kind::record).toList());
            realm.imports()
                    .post(kind.kind() + "?ids=ignore", Records.lines(records))
                    .addsUp();
        }
        // The first update adds what the profile has as defaults, and the secrets of clients that have none.
        for (Map.Entry<String, String> key :
                Map.of("users", "username", "clients", "clientId").entrySet()) {
            String keys = ExportAnswer.get(realm.admin(), realm.name(), key.getKey() + "?fields=" + key.getValue())
                    .body();
            realm.imports().post(key.getKey() + "?ifExists=merge", keys);
        }
        giveDefaultRole(realm);
    }

    /** As every user has it whom Keycloak has not made by an import of its own. */
    private static void giveDefaultRole(TwinRealm realm) throws IOException {
        List<String> users = ExportAnswer.get(realm.admin(), realm.name(), "users?fields=username").records().stream()
                .map(record -> record.get("username").toString())
                .toList();
        String role = "{\"username\":%s,\"realmRoles\":[\"default-roles-" + realm.name() + "\"]}";
        realm.imports()
                .post("role-mappings", users.stream().map(role::formatted).toList());
    }

    private static int place(List<String> order, KindContract kind) {
        int place = order.indexOf(kind.kind());
        return place < 0 ? order.size() : place;
    }

    /** Without the ids of the realm's authentication flows, which no other realm has. */
    static String portable(ExportAnswer export) {
        List<ObjectNode> lines = export.records();
        lines.forEach(line -> ((ObjectNode) line.get("record")).remove("authenticationFlowBindingOverrides"));
        return Records.lines(lines);
    }

    /** By kind, the records of an export without what differs from realm to realm. */
    static Map<String, List<String>> comparable(ExportAnswer export, TwinRealm realm) {
        Map<String, List<String>> lines = new LinkedHashMap<>();
        portable(export)
                .lines()
                .forEach(line -> lines.computeIfAbsent(
                                AdminHttp.parse(line).get("kind").asText(), kind -> new ArrayList<>())
                        .add(ID.matcher(line.replace(realm.name(), "<realm>"))
                                .replaceAll("")
                                .replace(",}", "}")));
        return lines;
    }
}
