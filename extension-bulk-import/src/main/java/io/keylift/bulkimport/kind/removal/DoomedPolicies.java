// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.removal;

import io.keylift.bulkimport.kind.removal.RemovedAuthorization.Ticket;
import io.keylift.bulkimport.rows.Queries;
import io.keylift.bulkimport.rows.RowDeletion;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The policies and permissions that go with resources and grants, because they are about nothing else, and those that
 * stay with less. Takes a few queries, and a few more for each level of permissions that rest on permissions that go.
 */
final class DoomedPolicies {

    private final Queries rows;
    private final RowDeletion deletions;
    private final Set<String> doomed = new HashSet<>();
    private final Set<String> reduced = new HashSet<>();

    DoomedPolicies(Queries rows, RowDeletion deletions) {
        this.rows = rows;
        this.deletions = deletions;
    }

    /**
     * @param owned ids of resources that users own
     * @param watched ids of resources that stand for users in admin permissions
     */
    void collect(Set<Ticket> tickets, Set<String> owned, Set<String> watched) {
        Set<String> grants = new HashSet<>();
        tickets.stream().map(Ticket::policy).filter(Objects::nonNull).forEach(grants::add);
        doomed.addAll(grants);
        for (Object[] association : associationsOf(grants)) {
            doomed.add((String) association[1]);
        }
        Set<String> without = leftWith(1, "resources", owned);
        without.addAll(leftWith(0, "resources", watched));
        while (!without.isEmpty()) {
            doomed.addAll(without);
            doomOwn(without);
            without = leftWith(0, "associatedPolicies", without);
        }
        reduced.removeAll(doomed);
    }

    /**
     * Policies about something that is {@code leaving}, and beside it and what is doomed about no more than
     * {@code left}; the others lose something. Where resources have owners, Keycloak takes a permission for one on a
     * single resource as soon as it has taken one of two out of it, and removes it.
     *
     * @param about property that holds what the policies are about
     */
    private Set<String> leftWith(int left, String about, Set<String> leaving) {
        String things = "select p.id, a.id from PolicyEntity p join p." + about + " a where ";
        Set<String> policies = new HashSet<>();
        rows.select(things + "a.id in (:values)", leaving, Map.of()).forEach(row -> policies.add((String) row[0]));
        policies.removeAll(doomed);
        reduced.addAll(policies);
        Map<String, Integer> others = new HashMap<>();
        for (Object[] row : rows.select(things + "p.id in (:values)", policies, Map.of())) {
            String thing = (String) row[1];
            boolean stays = !leaving.contains(thing) && !doomed.contains(thing);
            others.merge((String) row[0], stays ? 1 : 0, Integer::sum);
        }
        policies.removeIf(id -> others.get(id) > left);
        return policies;
    }

    /** A policy that a user has made for a resource has policies of its own. */
    private void doomOwn(Set<String> policies) {
        for (Object[] association : associationsOf(policies)) {
            if (association[2] != null && association[3] != null) {
                doomed.add((String) association[1]);
            }
        }
    }

    private Collection<Object[]> associationsOf(Set<String> policies) {
        return rows.select(
                "select p.id, a.id, p.owner, a.owner from PolicyEntity p join p.associatedPolicies a"
                        + " where p.id in (:values)",
                policies,
                Map.of());
    }

    /** Policies that go, and those that stay but change. */
    Set<String> sharedKeys() {
        Set<String> touched = new HashSet<>(doomed);
        touched.addAll(reduced);
        return touched;
    }

    /** @param resources what goes with them */
    void delete(Set<String> resources) {
        deletions.deleteFrom("RESOURCE_POLICY", "RESOURCE_ID", resources);
        deletions.deleteFrom("RESOURCE_POLICY", "POLICY_ID", doomed);
        deletions.deleteFrom("ASSOCIATED_POLICY", "ASSOCIATED_POLICY_ID", doomed);
        deletions.deleteFrom("ASSOCIATED_POLICY", "POLICY_ID", doomed);
        deletions.deleteFrom("SCOPE_POLICY", "POLICY_ID", doomed);
        deletions.deleteFrom("POLICY_CONFIG", "POLICY_ID", doomed);
        deletions.delete("delete from PolicyEntity p where p.id in (:values)", doomed);
    }
}
