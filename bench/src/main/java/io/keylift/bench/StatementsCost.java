// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Cost of the options of statements, for Keycloak and the database.
 *
 * @param sorts one for each constant of {@link StatementOptions}
 * @param statements statements of a request, one figure for each set
 */
record StatementsCost(List<Sort> sorts, List<Double> statements) {

    /**
     * Servers with one choice of options; one figure for each set.
     *
     * @param keycloak CPU time of a request in microseconds, of Keycloak's process without the compiler
     * @param postgresql CPU time of a request in the database, in microseconds
     * @param keycloakShare {@code keycloak} as a share of that of the server without options in the same set
     * @param postgresqlShare {@code postgresql} as a share, likewise
     */
    record Sort(
            StatementOptions options,
            List<Double> keycloak,
            List<Double> postgresql,
            List<Double> keycloakShare,
            List<Double> postgresqlShare) {

        Sort(StatementOptions options) {
            this(options, new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        }
    }

    StatementsCost() {
        this(new ArrayList<>(), new ArrayList<>());
        for (StatementOptions options : StatementOptions.values()) {
            sorts.add(new Sort(options));
        }
    }

    /**
     * Adds a set.
     *
     * @param spent CPU time of a request, by sort
     * @param ofARequest statements of a request
     */
    void add(Map<StatementOptions, CpuTimes> spent, double ofARequest) {
        statements.add(ofARequest);
        for (Sort sort : sorts) {
            CpuTimes times = spent.get(sort.options);
            CpuTimes without = spent.get(sort.options.without());
            sort.keycloak.add(times.keycloak());
            sort.postgresql.add(times.postgresql());
            sort.keycloakShare.add(times.keycloak() / without.keycloak());
            sort.postgresqlShare.add(times.postgresql() / without.postgresql());
        }
    }

    void print(PrintStream out) {
        out.printf(
                Locale.ROOT,
                "%nCPU of a request, %.0f statements, by the options of statements:%n",
                Quantiles.median(statements));
        out.printf("%-38s %11s  %-50s %13s  %s%n", "options", "Keycloak us", "of none", "PostgreSQL us", "of none");
        for (Sort sort : sorts) {
            out.printf(
                    Locale.ROOT,
                    "%-38s %,11.0f  %-50s %,13.0f  %s%n",
                    sort.options.label(),
                    Quantiles.median(sort.keycloak),
                    Mean.of(sort.keycloakShare),
                    Quantiles.median(sort.postgresql),
                    Mean.of(sort.postgresqlShare));
        }
    }
}
