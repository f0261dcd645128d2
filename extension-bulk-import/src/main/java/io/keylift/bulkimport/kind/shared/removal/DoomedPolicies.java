// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.removal;

import io.keylift.bulkimport.kind.shared.removal.RemovedAuthorization.Ticket;
import io.keylift.bulkimport.rows.Queries;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The policies and permissions that are removed with resources and grants because they apply to nothing else, and those
 * that remain for other resources. Runs a few queries, and a few more for each level of permissions that depend on
 * removed ones.
 */
final class DoomedPolicies {

    private final Queries rows;
    private final Set<String> doomed = new HashSet<>();
    private final Set<String> reduced = new HashSet<>();

    DoomedPolicies(Queries rows) {
        this.rows = rows;
    }

    /**
     * @param owned ids of resources that users own
     * @param others ids of other resources, such as those of users in admin permissions
     */
    void collect(Set<Ticket> tickets, Set<String> owned, Set<String> others) {
        collect(tickets);
        Set<String> without = leftWith(1, "resources", owned);
        without.addAll(leftWith(0, "resources", others));
        doom(without);
    }

    /** Collects the policies about scopes, which are removed with their last scope. */
    void collectOfScopes(Set<Ticket> tickets, Set<String> scopes) {
        collect(tickets);
        doom(leftWith(0, "scopes", scopes));
    }

    /** Adds the grants of these tickets. */
    private void collect(Set<Ticket> tickets) {
        Set<String> grants = new HashSet<>();
        tickets.stream().map(Ticket::policy).filter(Objects::nonNull).forEach(grants::add);
        doomed.addAll(grants);
        for (Object[] association : associationsOf(grants)) {
            doomed.add((String) association[1]);
        }
    }

    /** Adds these policies, and those that depend on nothing else. */
    void doom(Set<String> policies) {
        Set<String> without = policies;
        while (!without.isEmpty()) {
            doomed.addAll(without);
            doomOwn(without);
            without = leftWith(0, "associatedPolicies", without);
        }
        reduced.removeAll(doomed);
    }

    /** Adds policies that stay and are written anew. */
    void keepChanged(Set<String> policies) {
        reduced.addAll(policies);
    }

    boolean isDoomed(String policy) {
        return doomed.contains(policy);
    }

    /**
     * Policies about something in {@code leaving} that have at most {@code left} other subjects, not counting subjects
     * that are removed anyway. The other policies only lose a subject. For resources with owners, {@code left} is 1:
     * once Keycloak has removed one of two resources from a permission, it treats it as a permission on a single
     * resource, and removes it.
     *
     * @param about property of the policy with its subjects
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

    /** Adds the policies that a policy of a user on a resource has itself. */
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

    /** Policies that are removed or changed. */
    Set<String> sharedKeys() {
        Set<String> touched = new HashSet<>(doomed);
        touched.addAll(reduced);
        return touched;
    }

    /** @param resources ids of the resources that are removed */
    void delete(Set<String> resources) {
        rows.deleteFrom("RESOURCE_POLICY", "RESOURCE_ID", resources);
        rows.deleteFrom("RESOURCE_POLICY", "POLICY_ID", doomed);
        rows.deleteFrom("ASSOCIATED_POLICY", "ASSOCIATED_POLICY_ID", doomed);
        rows.deleteFrom("ASSOCIATED_POLICY", "POLICY_ID", doomed);
        rows.deleteFrom("SCOPE_POLICY", "POLICY_ID", doomed);
        rows.deleteFrom("POLICY_CONFIG", "POLICY_ID", doomed);
        rows.execute("delete from PolicyEntity p where p.id in (:values)", doomed);
    }
}
