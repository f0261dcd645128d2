// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench.load;

import java.util.List;

/**
 * Resources that one service of one server requires, at the highest rate that held the SLO; one value for each set.
 *
 * @param perVcpu operations a second that keep one processor of the server busy
 * @param upTo highest number of operations a second
 * @param databaseVcpu processors of PostgreSQL for 100 operations a second
 * @param busyConnections connections to the database in use on average
 * @param mostConnections connections to the database in use at most
 */
record Capacity(
        Service service,
        Spread perVcpu,
        Spread upTo,
        Spread databaseVcpu,
        Spread busyConnections,
        Spread mostConnections) {

    private static final double MILLIS = 1000;
    private static final double DATABASE_OPERATIONS = 100;

    static Capacity of(Comparison comparison, Comparison.Row row) {
        List<StepFigures> held = row.held().stream().map(Step::figures).toList();
        return new Capacity(
                comparison.service(),
                Spread.of(held, figures -> MILLIS / figures.serverMillisPerOperation()),
                Spread.of(held, StepFigures::operationsPerSecond),
                Spread.of(held, figures -> DATABASE_OPERATIONS * figures.databaseMillisPerOperation() / MILLIS),
                Spread.of(held, figures -> figures.connections().mean()),
                Spread.of(held, figures -> figures.connections().most()));
    }

    /** Processors for this number of operations a second. */
    double vcpu(double operationsPerSecond) {
        return operationsPerSecond / perVcpu.median();
    }
}
