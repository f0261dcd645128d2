// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench.load;

/**
 * Measurements during one rate of one service.
 *
 * @param seconds seconds from the arrival of the first measured operation until the last one ended
 * @param serverMicros CPU time of the server's process in these seconds, in microseconds
 * @param compilerMicros part of {@code serverMicros} that the JVM's compilers took
 * @param databaseMicros CPU time of PostgreSQL
 * @param generatorMicros CPU time of the load generator
 * @param allocatedBytes bytes that the server's JVM allocated
 * @param connections busy connections of the server to the database
 */
record StepFigures(
        Latencies latencies,
        double seconds,
        double serverMicros,
        double compilerMicros,
        double databaseMicros,
        double generatorMicros,
        double allocatedBytes,
        Connections connections) {

    /**
     * Connections in use during a step.
     *
     * @param most maximum at any moment
     */
    record Connections(double mean, int most) {}

    double operationsPerSecond() {
        return latencies.operations() / seconds;
    }

    double serverMillisPerOperation() {
        return serverMicros / 1000 / latencies.operations();
    }

    double serverMillisWithoutCompiler() {
        return (serverMicros - compilerMicros) / 1000 / latencies.operations();
    }

    double databaseMillisPerOperation() {
        return databaseMicros / 1000 / latencies.operations();
    }

    double generatorMillisPerOperation() {
        return generatorMicros / 1000 / latencies.operations();
    }

    double allocatedKilobytesPerOperation() {
        return allocatedBytes / 1024 / latencies.operations();
    }
}
