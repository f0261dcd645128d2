// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.kinds;

import io.keylift.it.soak.Soak;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Named;

/** All kinds that the tests know. */
public final class Contracts {

    /** Kinds that are written in the way of another one: members as members, mappings as mappings, and so on. */
    private static final Set<String> LIKE_OTHERS = Set.of(
            "capabilities",
            "client-scopes",
            "group-members",
            "groups",
            "identity-providers",
            "organization-members",
            "organizations",
            "policies",
            "resources",
            "role-capabilities",
            "roles",
            "scope-mappings",
            "scopes");

    private Contracts() {}

    public static List<KindContract> all() {
        return List.of(
                new CapabilitiesContract(),
                new CapabilitySetsContract(),
                new ClientScopesContract(),
                new ClientsContract(),
                new DepartmentMembersContract(),
                new DepartmentsContract(),
                new ExampleContract(),
                new GroupMembersContract(),
                new GroupsContract(),
                new IdentityProvidersContract(),
                new OrganizationMembersContract(),
                new OrganizationsContract(),
                new PermissionsContract(),
                new PoliciesContract(),
                new ResourcesContract(),
                new RoleCapabilitiesContract(),
                new RoleMappingsContract(),
                new RolesContract(),
                new ScopeMappingsContract(),
                new ScopesContract(),
                new UserCapabilitiesContract(),
                new UserChangesContract(),
                new UsersContract());
    }

    /** The same, to be shown by their names. */
    public static List<Named<KindContract>> named() {
        return all().stream().map(kind -> Named.of(kind.kind(), kind)).toList();
    }

    /**
     * Those that stand for all where the engine decides and no kind does, one for each way of writing. In a soak, all:
     * {@code ./mvnw -Psoak -Dsoak=laws}.
     */
    public static List<Named<KindContract>> standingForAll() {
        boolean isEach = Soak.size("all-kinds", 0, 1) != 0;
        return named().stream()
                .filter(kind -> isEach || !LIKE_OTHERS.contains(kind.getName()))
                .toList();
    }
}
