// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.document;

import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The parts of a document that become records, in the order in which an import takes them. Parts without a field of the
 * document come out of others.
 */
enum Section {
    CLIENT_SCOPES("client-scopes", "clientScopes"),
    CLIENTS("clients", "clients"),
    ROLES("roles", "roles"),
    GROUPS("groups", "groups"),
    ORGANIZATIONS("organizations", "organizations"),
    DEPARTMENTS("departments", null),
    IDENTITY_PROVIDERS("identity-providers", "identityProviders"),
    USERS("users", "users"),
    ORGANIZATION_MEMBERS("organization-members", null),
    DEPARTMENT_MEMBERS("department-members", null),
    SERVICE_ACCOUNT_GROUPS("group-members", null),
    SERVICE_ACCOUNT_ROLES("role-mappings", null),
    SCOPE_MAPPINGS("scope-mappings", "scopeMappings"),
    SCOPES("scopes", null),
    RESOURCES("resources", null),
    POLICIES("policies", null),
    PERMISSIONS("permissions", null);

    /** The sections that are fields of the document, by their names. */
    static final Map<String, Section> BY_FIELD = Arrays.stream(values())
            .filter(section -> section.field != null)
            .collect(Collectors.toUnmodifiableMap(section -> section.field, Function.identity()));

    final String kind;
    final String field;

    Section(String kind, String field) {
        this.kind = kind;
        this.field = field;
    }
}
