// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.bench;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What comments in statements have cost a request, and the database.
 *
 * @param sorts one for each constant of {@link Comments}
 * @param statements of a request, one figure for each set
 */
record CommentsCost(List<Sort> sorts, List<Double> statements) {

    /**
     * Servers with one sort of comments; one figure for each set.
     *
     * @param keycloak CPU time of a request in microseconds, of Keycloak's process without the compiler
     * @param postgresql the same of the database
     * @param keycloakShare the same as a share of what the server without comments took in the set
     * @param postgresqlShare likewise
     */
    record Sort(
            Comments comments,
            List<Double> keycloak,
            List<Double> postgresql,
            List<Double> keycloakShare,
            List<Double> postgresqlShare) {

        Sort(Comments comments) {
            this(comments, new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        }
    }

    CommentsCost() {
        this(new ArrayList<>(), new ArrayList<>());
        for (Comments comments : Comments.values()) {
            sorts.add(new Sort(comments));
        }
    }

    /**
     * Adds a set.
     *
     * @param spent CPU time of a request, of each sort
     * @param ofARequest statements of a request
     */
    void add(Map<Comments, CpuTimes> spent, double ofARequest) {
        statements.add(ofARequest);
        for (Sort sort : sorts) {
            CpuTimes times = spent.get(sort.comments);
            CpuTimes without = spent.get(sort.comments.without());
            sort.keycloak.add(times.keycloak());
            sort.postgresql.add(times.postgresql());
            sort.keycloakShare.add(times.keycloak() / without.keycloak());
            sort.postgresqlShare.add(times.postgresql() / without.postgresql());
        }
    }

    void print(PrintStream out) {
        out.printf(
                Locale.ROOT,
                "%nCPU of a request, %.0f statements, by the comments in them:%n",
                Quantiles.median(statements));
        out.printf("%-38s %11s  %-50s %13s  %s%n", "comments", "Keycloak us", "of none", "PostgreSQL us", "of none");
        for (Sort sort : sorts) {
            out.printf(
                    Locale.ROOT,
                    "%-38s %,11.0f  %-50s %,13.0f  %s%n",
                    sort.comments.label(),
                    Quantiles.median(sort.keycloak),
                    Mean.of(sort.keycloakShare),
                    Quantiles.median(sort.postgresql),
                    Mean.of(sort.postgresqlShare));
        }
    }
}
