// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.policies;

import java.util.Map;
import java.util.Set;

/** The types of policies: Keycloak's and Keylift's own. */
final class PolicyTypes {

    static final String AGGREGATE = "aggregate";
    static final String REGEX = "regex";

    /** Begin of the id of a type that is a script installed in the server. */
    private static final String SCRIPT_PREFIX = "script-";

    private static final Map<String, PolicyType> TYPES = Map.of(
            "role",
            new RolePolicy(),
            "user",
            new UserPolicy(),
            "client",
            new ClientPolicy(),
            "group",
            new GroupPolicy(),
            "client-scope",
            new ClientScopePolicy(),
            "time",
            new TimePolicy(),
            REGEX,
            new RegexPolicy(),
            "capability",
            new CapabilityPolicy(),
            SCRIPT_PREFIX,
            new ScriptPolicy(),
            AGGREGATE,
            (PolicyType) () -> Set.of("policies"));

    private PolicyTypes() {}

    /** The type with this id, or {@code null}. */
    static PolicyType of(String id) {
        return TYPES.get(id.startsWith(SCRIPT_PREFIX) ? SCRIPT_PREFIX : id);
    }

    /** A condition in JPQL for {@code o}, an entity of a policy. */
    static String condition() {
        return "(o.type in ('"
                + String.join("', '", TYPES.keySet().stream().sorted().toList()) + "') or o.type like '" + SCRIPT_PREFIX
                + "%')";
    }
}
