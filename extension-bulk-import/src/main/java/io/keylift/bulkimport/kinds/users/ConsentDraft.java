// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import java.util.Set;

/**
 * A consent of a record, with the ids of what it names.
 *
 * @param client internal id of the client
 * @param created milliseconds since the epoch; {@code null} if the record leaves it open
 * @param updated the same, of the last change
 */
record ConsentDraft(String client, Set<GrantedScope> scopes, Long created, Long updated) {}
