// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.catalog;

/**
 * The effect of a removal of capabilities and sets on their assignments.
 *
 * @param moved number of assignments that were moved to a successor
 * @param removed number of other assignments, which were removed
 * @param roles number of roles that lost an assignment
 * @param users number of users that lost an assignment
 */
public record MovedAssignments(int moved, int removed, int roles, int users) {

    static final MovedAssignments NOTHING = new MovedAssignments(0, 0, 0, 0);
}
