// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.rows.Queries;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Finds the clients of users that are service accounts. A service account is created with its client, never by a
 * record.
 */
final class ServiceAccountLookup {

    private final Queries rows;

    ServiceAccountLookup(Queries rows) {
        this.rows = rows;
    }

    /** Rejects each record that wrongly declares its user the service account of a client. */
    void check(List<UserWork> works) {
        List<UserWork> given =
                works.stream().filter(work -> work.user.isServiceAccount()).toList();
        Map<String, String> clients = clients(given.stream()
                .map(work -> work.existingId)
                .filter(Objects::nonNull)
                .toList());
        for (UserWork work : given) {
            if (!work.user.getServiceAccountClientId().equals(clients.get(work.existingId))) {
                work.item.reject(
                        RejectCode.UNKNOWN_CLIENT,
                        "/serviceAccountClientId",
                        "The realm has no client with this client id and a service account of this username. Import the"
                                + " client first.");
            }
        }
    }

    /** Client ids by the ids of the users that are service accounts. */
    Map<String, String> clients(Collection<String> users) {
        Map<String, String> clients = new HashMap<>();
        rows.select(
                        "select u.id, c.clientId from UserEntity u"
                                + " join ClientEntity c on c.id = u.serviceAccountClientLink where u.id in (:values)",
                        users,
                        Map.of())
                .forEach(row -> clients.put((String) row[0], (String) row[1]));
        return clients;
    }
}
