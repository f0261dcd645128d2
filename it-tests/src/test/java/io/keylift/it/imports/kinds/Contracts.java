// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.kinds;

import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Named;

/** All kinds that the tests know. */
public final class Contracts {

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

    /** All contracts with their names, for the names of tests. */
    public static List<Named<KindContract>> named() {
        return named(kind -> true);
    }

    /** Contracts that meet a condition, with their names. */
    public static List<Named<KindContract>> named(Predicate<KindContract> condition) {
        return all().stream()
                .filter(condition)
                .map(kind -> Named.of(kind.kind(), kind))
                .toList();
    }
}
