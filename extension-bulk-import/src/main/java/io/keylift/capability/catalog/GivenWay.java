// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.catalog;

/**
 * What became of the assignments of capabilities and sets that were removed.
 *
 * @param moved how many went to a successor
 * @param removed how many others there were
 * @param roles how many roles lost one
 * @param users how many users lost one
 */
public record GivenWay(int moved, int removed, int roles, int users) {

    static final GivenWay NOTHING = new GivenWay(0, 0, 0, 0);
}
