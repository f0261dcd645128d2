// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.password.remote;

import jakarta.persistence.EntityManager;
import jakarta.persistence.TypedQuery;
import java.util.ArrayList;
import java.util.List;

/**
 * Counts the users of a realm whose password only an old system knows, in one statement.
 *
 * @param users of all old systems, also of those that the options no longer have
 * @param remotes old systems that the options have for the realm
 */
record WaitingUsers(long users, List<Remote> remotes) {

    /** @param users whose password it knows */
    record Remote(String remote, long users) {}

    /** No parameter: so the planner of PostgreSQL can use the partial index that the documentation names. */
    private static final String FORM = "'%\"algorithm\":\"" + RemotePassword.ALGORITHM + "\"%'";

    static WaitingUsers count(EntityManager em, String realmId, List<String> remotes) {
        StringBuilder select = new StringBuilder("select count(c)");
        for (int i = 0; i < remotes.size(); i++) {
            select.append(", sum(case when c.credentialData like :remote")
                    .append(i)
                    .append(" then 1 else 0 end)");
        }
        select.append(" from CredentialEntity c where c.user.realmId = :realm and c.type = 'password'"
                + " and c.credentialData like " + FORM);
        TypedQuery<Object[]> query =
                em.createQuery(select.toString(), Object[].class).setParameter("realm", realmId);
        for (int i = 0; i < remotes.size(); i++) {
            query.setParameter("remote" + i, "%\"" + RemotePassword.REMOTE + "\":[\"" + remotes.get(i) + "\"]%");
        }
        Object[] counts = query.getSingleResult();
        List<Remote> each = new ArrayList<>();
        for (int i = 0; i < remotes.size(); i++) {
            Object users = counts[i + 1]; // no sum if there is no row
            each.add(new Remote(remotes.get(i), users == null ? 0 : ((Number) users).longValue()));
        }
        return new WaitingUsers(((Number) counts[0]).longValue(), each);
    }
}
