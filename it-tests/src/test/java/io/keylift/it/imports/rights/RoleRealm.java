// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.rights;

import io.keylift.it.SharedServer;
import io.keylift.it.TestRealms;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.Callers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A realm besides master, with roles of all types, and users with various admin permissions in one of the two. */
final class RoleRealm {

    final Callers callers;
    final Callers master;
    private final String name;

    private RoleRealm(SharedServer server, String name) {
        this.name = name;
        callers = new Callers(server, name);
        master = new Callers(server, "master");
    }

    static RoleRealm create(SharedServer server, String name) {
        TestRealms.createForTenant(server.admin(), name);
        RoleRealm realm = new RoleRealm(server, name);
        realm.addRoles();
        return realm;
    }

    private void addRoles() {
        AdminHttp admin = callers.admin();
        admin.post(callers.path("clients"), Map.of("clientId", "shop"));
        String shop = callers.path("clients/" + callers.clientId("shop") + "/roles");
        admin.post(shop, Map.of("name", "seller"));
        // These have the names of admin roles and grant no right.
        admin.post(shop, Map.of("name", "manage-realm"));
        admin.post(callers.path("roles"), Map.of("name", "admin"));
        admin.post(callers.path("roles"), Map.of("name", "boss"));
        admin.post(
                callers.path("roles/boss/composites"),
                List.of(new NamedRole(Callers.REALM_MANAGEMENT, "realm-admin").in(callers)));
    }

    /** Creates a caller who has only these roles of the client that manages the realm. */
    Caller caller(String... adminRoles) {
        return new Caller(this, callers, List.of(adminRoles));
    }

    /** Creates a caller of realm master who has only these roles. */
    Caller callerOfMaster(String... adminRoles) {
        return new Caller(this, master, List.of(adminRoles));
    }

    /** @param in where the caller is at home */
    record Caller(RoleRealm realm, Callers in, List<String> adminRoles) {

        AdminHttp http() {
            return in.withRolesOf(
                    isOfMaster() ? "master-realm" : Callers.REALM_MANAGEMENT, adminRoles.toArray(String[]::new));
        }

        private boolean isOfMaster() {
            return in == realm.master;
        }

        /** Roles of all sorts that there are at home. */
        List<NamedRole> roles() {
            List<NamedRole> roles = new ArrayList<>();
            if (isOfMaster()) {
                Stream.of("admin", "create-realm", "offline_access")
                        .forEach(role -> roles.add(new NamedRole(null, role)));
                for (String client : List.of("master-realm", realm.name + "-realm")) {
                    Stream.of("manage-users", "manage-realm", "view-realm", "impersonation")
                            .forEach(role -> roles.add(new NamedRole(client, role)));
                }
            } else {
                in.adminRoles().forEach(role -> roles.add(new NamedRole(Callers.REALM_MANAGEMENT, role)));
                Stream.of("seller", "manage-realm").forEach(role -> roles.add(new NamedRole("shop", role)));
                Stream.of("auditor", "boss", "admin").forEach(role -> roles.add(new NamedRole(null, role)));
            }
            return roles;
        }

        @Override
        public String toString() {
            return (isOfMaster() ? "master " : "") + adminRoles;
        }
    }
}
