// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.place;

/**
 * The holder of a place.
 *
 * @param realmId realm that they work in
 * @param callerId user id of the caller
 */
public record Holder(String realmId, String callerId) {}
