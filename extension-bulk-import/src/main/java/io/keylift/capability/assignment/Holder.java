// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.assignment;

/**
 * A role or user.
 *
 * @param id Keycloak's id; that of a federated user may be longer than 36 characters
 */
public record Holder(HolderType type, String id) implements Comparable<Holder> {

    public static Holder role(String id) {
        return new Holder(HolderType.ROLE, id);
    }

    public static Holder user(String id) {
        return new Holder(HolderType.USER, id);
    }

    /** The order in which holders are locked. */
    @Override
    public int compareTo(Holder other) {
        int byType = type.compareTo(other.type);
        return byType != 0 ? byType : id.compareTo(other.id);
    }
}
