// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.kinds;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.TwinRealm;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Set;

/** Capabilities and sets assigned to roles; one role in four is a client role. */
public final class RoleCapabilitiesContract extends AssignmentsContract {

    /** Others are made by {@link #prepareRecords}. */
    private static final int ROLES = 100;

    @Override
    public String kind() {
        return "role-capabilities";
    }

    @Override
    public Set<String> permittedRoles() {
        return Set.of("realm-admin", "manage-realm", "manage-clients");
    }

    @Override
    public void prepare(TwinRealm realm) {
        CatalogCalls.prepare(realm);
        prepareRecords(realm, 0, ROLES);
    }

    /** A source of the client: whoever manages that may give its capabilities. */
    @Override
    public void prepareRights(TwinRealm realm) {
        realm.admin().put(realm.path("capabilities/sources/shop"), Records.json("""
                {version:'1',capabilities:[{name:'shop.sell'}]}"""));
    }

    @Override
    public void prepareRecords(TwinRealm realm, int first, int count) {
        StringBuilder roles = new StringBuilder();
        for (int i = first; i < first + count; i++) {
            ObjectNode role = Records.json("{name:'post-" + i + "'}");
            roles.append(isOfClient(i) ? role.put("client", "shop") : role).append('\n');
        }
        CatalogCalls.importAll(realm, "roles", roles.toString());
    }

    private static boolean isOfClient(int number) {
        return number % 4 == 3;
    }

    @Override
    public List<ObjectNode> examples() {
        return Records.read("role-capabilities.txt");
    }

    @Override
    public ObjectNode record(int number) {
        ObjectNode record = Records.json("{role:'post-" + number + "',add:['base','base.view']}");
        return isOfClient(number) ? record.put("client", "shop") : record;
    }

    @Override
    public ObjectNode plainRecord(int number, String adminRole) {
        if (!adminRole.equals("manage-clients")) {
            return record(number * 4);
        }
        ObjectNode record = record(number * 4 + 3);
        record.putArray("add").add("shop.sell");
        return record;
    }

    @Override
    public HttpResponse<String> create(TwinRealm realm, ObjectNode record) {
        return CatalogCalls.assign(realm, holder(realm, record), record);
    }

    private static String holder(TwinRealm realm, ObjectNode record) {
        String container = record.hasNonNull("client")
                ? "clients/" + realm.clientId(record.get("client").asText()) + "/"
                : "";
        String id = realm.roleId(
                container + "roles/" + TwinRealm.encoded(record.get("role").asText()));
        return "roles/" + (id.isEmpty() ? "nobody" : id);
    }

    @Override
    public List<String> views(TwinRealm realm, ObjectNode record) {
        String assignments = "capabilities/" + holder(realm, record);
        return AdminApiPaths.of(realm, assignments, assignments + "?expand=true")
                .paths();
    }
}
