// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import io.keylift.it.server.Database;
import io.keylift.it.server.EmbeddedDatabase;
import io.keylift.it.server.EmbeddedMariaDb;
import io.keylift.it.server.KeycloakServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * CPU time of the servers since their start, in microseconds. It shows the cost of a record, whatever else the machine
 * is doing. Read from {@code /proc}; not a number on other systems than Linux.
 *
 * @param postgresql CPU time of the database server, also if it is a MariaDB
 */
public record CpuTimes(double keycloak, double postgresql) {

    private static final Path PROC = Path.of("/proc");

    /** Length of a tick in {@code /proc}, in microseconds: USER_HZ is 100 on every Linux that a JDK runs on. */
    private static final double TICK = 10_000;

    /** Fields of {@code /proc/pid/stat} after the command's closing bracket: utime, stime, cutime and cstime. */
    private static final int USER_TIME = 11;

    /** The kernel knows the first fifteen characters of a thread's name. */
    private static final Pattern COMPILER = Pattern.compile("\\(C[12] CompilerThre");

    /** The CPU times until now. */
    public static CpuTimes of(KeycloakServer keycloak, Database database) {
        return new CpuTimes(micros(keycloak), micros(database));
    }

    private static double micros(Database database) {
        if (database instanceof EmbeddedMariaDb mariaDb) {
            return micros(mariaDb.pid());
        }
        long postmaster = ((EmbeddedDatabase) database).pid();
        List<Long> backends = ProcessHandle.of(postmaster).stream()
                .flatMap(ProcessHandle::children)
                .map(ProcessHandle::pid)
                .toList();
        return postgresql(PROC, postmaster, backends);
    }

    /** The time of a backend that has ended belongs to the postmaster, which is therefore read last. */
    static double postgresql(Path proc, long postmaster, List<Long> backends) {
        double alive = 0;
        for (long backend : backends) {
            double micros = micros(proc, backend, 2);
            alive += Double.isNaN(micros) ? 0 : micros;
        }
        return alive + micros(proc, postmaster, 4);
    }

    /** CPU time of Keycloak alone. */
    static double micros(KeycloakServer keycloak) {
        return micros(keycloak.pid());
    }

    /** CPU time of a process. */
    public static double micros(long pid) {
        return micros(PROC, pid, 2);
    }

    /** CPU time of the compiler threads of Keycloak's JVM. */
    public static double compilerMicros(KeycloakServer keycloak) {
        Path process = PROC.resolve(Long.toString(keycloak.pid())).resolve("task");
        try (Stream<Path> threads = Files.list(process)) {
            return threads.map(thread -> thread.resolve("stat"))
                    .map(CpuTimes::stat)
                    .filter(stat -> COMPILER.matcher(stat).find())
                    .mapToDouble(stat -> micros(stat, 2))
                    .sum();
        } catch (IOException e) {
            return Double.NaN;
        }
    }

    /** CPU times of one of these records since {@code before}. */
    CpuTimes perRecord(CpuTimes before, int records) {
        return new CpuTimes((keycloak - before.keycloak) / records, (postgresql - before.postgresql) / records);
    }

    CpuTimes plus(CpuTimes other) {
        return new CpuTimes(keycloak + other.keycloak, postgresql + other.postgresql);
    }

    private static double micros(Path proc, long pid, int fields) {
        return micros(stat(proc.resolve(Long.toString(pid)).resolve("stat")), fields);
    }

    /** Statistics of a process or thread; empty if it does not exist. */
    private static String stat(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return "";
        }
    }

    private static double micros(String stat, int fields) {
        String[] values = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ");
        if (values.length < USER_TIME + fields) {
            return Double.NaN;
        }
        double ticks = 0;
        for (int i = 0; i < fields; i++) {
            ticks += Double.parseDouble(values[USER_TIME + i]);
        }
        return ticks * TICK;
    }
}
