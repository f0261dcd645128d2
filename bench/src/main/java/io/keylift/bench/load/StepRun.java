// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench.load;

import io.keylift.bench.CpuTimes;
import io.keylift.bench.load.StepFigures.Connections;
import io.keylift.it.server.EmbeddedDatabase;
import io.keylift.it.server.KeycloakServer;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Map;

/** Measures one rate of one service of a running server. */
final class StepRun {

    /** Concurrent operations during the warm-up. */
    private static final int CONCURRENT = 2 * Runtime.getRuntime().availableProcessors();

    private static final int MOST_WINDOWS = 4;

    /** The compiler's share of the server's CPU below which a server is warm. */
    private static final double WARM = 0.1;

    private final Generator generator;
    private final EmbeddedDatabase database;
    private final KeycloakServer keycloak;
    private final Map<String, String> target;

    StepRun(Generator generator, EmbeddedDatabase database, KeycloakServer keycloak, Map<String, String> target) {
        this.generator = generator;
        this.database = database;
        this.keycloak = keycloak;
        this.target = target;
    }

    /**
     * Sends operations as fast as the server answers, until its compiler has little left to do or the maximum number of
     * windows is reached: a cold server takes several times the CPU.
     *
     * @param seconds length of a window; 0 for no warm-up
     * @return the compiler's share of the server's CPU in the last window; not a number without one
     */
    double warmUp(Service service, int seconds) throws IOException, InterruptedException {
        double share = Double.NaN;
        for (int window = 0; seconds > 0 && window < MOST_WINDOWS && !(share < WARM); window++) {
            double compiler = CpuTimes.compilerMicros(keycloak);
            double all = CpuTimes.micros(keycloak.pid());
            generator.sendAll(service, CONCURRENT, seconds, target);
            share = (CpuTimes.compilerMicros(keycloak) - compiler) / (CpuTimes.micros(keycloak.pid()) - all);
        }
        return share;
    }

    StepFigures measure(Service service, double rate, int settleSeconds, int seconds)
            throws IOException, InterruptedException, SQLException {
        try (Counters counters = new Counters()) {
            Latencies latencies = generator.send(service, rate, settleSeconds, seconds, target, counters);
            return counters.figures(latencies);
        }
    }

    /** Resources used until one moment. */
    private record Taken(long nanos, CpuTimes cpu, double compiler, double generator, double allocated) {}

    /** Reads the counters of all processes at the beginning and at the end. */
    private final class Counters implements Generator.Watch, AutoCloseable {

        private Taken begin;
        private Taken end;
        private BusyConnections connections;
        private Connections busy;

        @Override
        public void begin(long pid) throws IOException {
            try {
                connections = new BusyConnections(database, keycloak.databaseName());
            } catch (SQLException e) {
                throw new IOException(e);
            }
            begin = taken(pid);
        }

        @Override
        public void end(long pid) throws IOException {
            end = taken(pid);
            busy = connections.result();
        }

        private Taken taken(long pid) throws IOException {
            return new Taken(
                    System.nanoTime(),
                    CpuTimes.of(keycloak, database),
                    CpuTimes.compilerMicros(keycloak),
                    CpuTimes.micros(pid),
                    Meters.of(keycloak).allocatedBytes());
        }

        StepFigures figures(Latencies latencies) {
            return new StepFigures(
                    latencies,
                    (end.nanos - begin.nanos) / 1e9,
                    end.cpu.keycloak() - begin.cpu.keycloak(),
                    end.compiler - begin.compiler,
                    end.cpu.postgresql() - begin.cpu.postgresql(),
                    end.generator - begin.generator,
                    end.allocated - begin.allocated,
                    busy);
        }

        @Override
        public void close() throws SQLException {
            if (connections != null) {
                connections.close();
            }
        }
    }
}
