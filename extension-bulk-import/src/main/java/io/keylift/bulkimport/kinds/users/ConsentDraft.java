// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import java.util.Set;

/**
 * A consent of a record, with the ids of its client and client scopes.
 *
 * @param client internal id of the client
 * @param created milliseconds since the epoch; {@code null} if the record does not give it
 * @param updated time of the last change, like {@code created}
 */
record ConsentDraft(String client, Set<GrantedScope> scopes, Long created, Long updated) {}
