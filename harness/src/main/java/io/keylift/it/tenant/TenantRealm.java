// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.tenant;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.http.HttpFailure;
import java.util.List;
import java.util.Map;

/** A realm that is ready to take in a {@link SampleTenant}: its roles, its user profile, organizations switched on. */
public final class TenantRealm {

    /** Realm roles that the persons of a sample tenant have two each of. */
    public static final List<String> ROLES =
            List.of("approver", "auditor", "developer", "employee", "finance", "manager", "sales", "support");

    public static final String EMPLOYEE_NUMBER = "employeeNumber";
    public static final String JOB_TITLE = "jobTitle";

    private TenantRealm() {}

    /** Whether the server has a realm of this name. */
    public static boolean exists(AdminHttp admin, String realm) {
        try {
            admin.get("/admin/realms/" + realm);
            return true;
        } catch (HttpFailure e) {
            if (e.status() == 404) {
                return false;
            }
            throw e;
        }
    }

    /** Creates the realm through the Admin API. */
    public static void create(AdminHttp admin, String realm) {
        admin.post("/admin/realms", representation(realm));
        describePersons(admin, realm);
    }

    /** Keycloak's {@code RealmRepresentation} of the realm, without what persons are like. */
    public static Map<String, Object> representation(String realm) {
        return Map.of(
                "realm",
                realm,
                "enabled",
                true,
                "organizationsEnabled",
                true,
                "roles",
                Map.of("realm", ROLES.stream().map(role -> Map.of("name", role)).toList()));
    }

    /** Adds the attributes of a sample tenant's persons to the user profile of a realm. */
    public static void describePersons(AdminHttp admin, String realm) {
        String profilePath = "/admin/realms/" + realm + "/users/profile";
        JsonNode profile = admin.get(profilePath);
        ArrayNode attributes = (ArrayNode) profile.get("attributes");
        attributes.add(attribute(EMPLOYEE_NUMBER, "Employee number"));
        attributes.add(attribute(JOB_TITLE, "Job title"));
        admin.put(profilePath, profile);
    }

    private static JsonNode attribute(String name, String displayName) {
        return AdminHttp.JSON.valueToTree(Map.of(
                "name",
                name,
                "displayName",
                displayName,
                "multivalued",
                false,
                "validations",
                Map.of("length", Map.of("max", 255)),
                "permissions",
                Map.of("view", List.of("admin", "user"), "edit", List.of("admin"))));
    }
}
