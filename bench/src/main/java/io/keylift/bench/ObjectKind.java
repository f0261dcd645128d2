// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import java.util.List;

/** Kinds other than users whose operations are compared with the import of the same kind. */
enum ObjectKind {
    ORGANIZATIONS,
    DEPARTMENTS,
    GROUPS,
    ROLES,
    ROLE_MAPPINGS,
    ORGANIZATION_MEMBERS;

    /** Operations that all of these kinds have. */
    static final List<Operation> OPERATIONS = List.of(
            Operation.IMPORT,
            Operation.SKIP,
            Operation.MERGE_UNCHANGED,
            Operation.OVERWRITE_UNCHANGED,
            Operation.MERGE_CHANGED,
            Operation.OVERWRITE_CHANGED,
            Operation.VERIFY,
            Operation.EXPORT,
            Operation.REMOVAL);

    /** Name of the kind, in {@code bench.json} and in the property. */
    String label() {
        return Labels.of(this);
    }

    /** Workload whose tenant has the records, or the objects to which they refer. */
    Workload workload() {
        return switch (this) {
            case ORGANIZATIONS -> Workload.ORGANIZATIONS;
            case DEPARTMENTS -> Workload.DEPARTMENTS;
            case GROUPS, ROLES, ROLE_MAPPINGS -> Workload.MINIMAL_USERS;
            case ORGANIZATION_MEMBERS -> Workload.MEMBERSHIPS;
        };
    }
}
