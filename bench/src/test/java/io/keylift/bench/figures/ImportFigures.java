// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench.figures;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.bench.figures.Measured.Found;
import java.util.List;

/** Rates of imports and of other operations on users: the lowest of all rounds and runs. */
final class ImportFigures {

    static final String IMPORT = "import";
    static final String NEAR = "near";
    static final String TWO_NODES = "two-nodes";

    /** The name of a contender is between the two. */
    private static final String SIDES = "/sides/";

    private static final String RATES = "/rates";
    private static final String KEYLIFT = "Keylift";
    private static final int MILLION = 1_000_000;

    private final List<PublishedRun> runs;

    ImportFigures(List<PublishedRun> runs) {
        this.runs = runs;
    }

    Measured workload(String name) {
        return Measured.of(runs, "/workloads", "workload", name);
    }

    static double imported(Measured workload) {
        return workload.lowest(run -> run.min(SIDES + KEYLIFT + RATES));
    }

    /** The rate as a multiple of that of another contender in the same round; empty if there is none. */
    static String times(Measured workload, String contender, int digits) {
        String others = SIDES + contender + RATES;
        Measured compared = workload.where(run -> run.figures().at(others).isArray());
        return compared.isEmpty()
                ? ""
                : Rounded.ratio(compared.lowest(run -> run.ratio(SIDES + KEYLIFT + RATES, run, others)), digits);
    }

    static String rounds(Measured workload) {
        return Integer.toString(workload.count(SIDES + KEYLIFT + RATES));
    }

    /** CPU time of a record of the import, the highest. */
    static String cpu(Measured workload, String process) {
        return micros(workload, SIDES + KEYLIFT + "/cpu", process);
    }

    /** An operation on whole persons. */
    Measured operation(String name) {
        return Measured.of(runs, "/operations", "operation", name).where(run -> !isLarge(run));
    }

    /** Imports of a million whole persons or more. */
    Measured million() {
        return Measured.of(runs, "/operations", "operation", IMPORT).where(ImportFigures::isLarge);
    }

    private static boolean isLarge(Found run) {
        return run.number("/records") >= MILLION;
    }

    /** An operation of a server at this distance from its database. */
    Measured far(String place, String operation) {
        return Measured.of(runs, "/distance", "place", place, "operation", operation);
    }

    /** An operation on objects of a kind other than users. */
    Measured kind(String kind, String operation) {
        return Measured.of(runs, "/kinds", "place", kind, "operation", operation);
    }

    /** An operation on PostgreSQL or on MariaDB, in a run of both. */
    Measured vendor(String vendor, String operation) {
        return Measured.of(runs, "/mariadb", "place", vendor, "operation", operation);
    }

    /** An import by one of two nodes, or by both. */
    Measured nodes(String place) {
        return Measured.of(runs, "/nodes", "place", place);
    }

    static double rate(Measured operation) {
        return operation.lowest(run -> run.min(RATES));
    }

    static String roundsOf(Measured operation) {
        return Integer.toString(operation.count(RATES));
    }

    static String cpuOf(Measured operation, String process) {
        return micros(operation, "/cpu", process);
    }

    /** Bytes for a record, the highest figure. */
    static double bytes(Measured operation, String what) {
        return operation.highest(run -> run.max("/" + what) / run.number("/records"));
    }

    /** Rate of an operation as a multiple of that of the import in the same round. */
    static String ofImport(Measured operation) {
        return Rounded.ratio(
                operation.lowest(run -> run.ratio(RATES, run.beside("/operations", "operation", IMPORT), RATES)), 2);
    }

    /** Rate of an operation as a multiple of that of a server near its database, in the same round. */
    static String ofNear(Measured far, String operation) {
        return ofPlace(far, "/distance", NEAR, operation);
    }

    /** Rate of an operation as a multiple of that of the import of the same kind, in the same round. */
    static String ofImport(Measured operation, String kind) {
        return ofPlace(operation, "/kinds", kind, IMPORT);
    }

    /** Rate of an operation as a multiple of that on PostgreSQL, in the same round. */
    static String ofPostgresql(Measured operation, String name) {
        return ofPlace(operation, "/mariadb", "postgresql", name);
    }

    private static String ofPlace(Measured measured, String part, String place, String operation) {
        return Rounded.ratio(
                measured.lowest(
                        run -> run.ratio(RATES, run.beside(part, "place", place, "operation", operation), RATES)),
                2);
    }

    /** Mean of a phase's shares in the time of chunks of all runs that have it, in percent. */
    static String share(Measured operation, String phase) {
        return Rounded.percent(operation.found().stream()
                .mapToDouble(run -> run.number("/phases/" + phase))
                .average()
                .orElseThrow());
    }

    /** Calls of the database for a chunk, the highest figure; empty if they were not counted. */
    static String callsOfChunk(Measured far, String sort) {
        Measured counted = far.where(run -> run.figures().at("/calls").isArray());
        return counted.isEmpty()
                ? ""
                : Rounded.cost(
                        counted.highest(run -> run.figures().at("/calls").findValues(sort).stream()
                                        .mapToDouble(JsonNode::asDouble)
                                        .max()
                                        .orElseThrow()
                                / Math.ceil(run.number("/records") / run.number("/chunkSize"))),
                        0);
    }

    /** Rate of two nodes as a multiple of that of one node in the same round. */
    static String gain(Measured twoNodes) {
        return Rounded.ratio(
                twoNodes.lowest(run -> run.ratio(RATES, run.beside("/nodes", "place", "one-of-two-nodes"), RATES)), 2);
    }

    private static String micros(Measured measured, String pointer, String process) {
        return Rounded.cost(
                        measured.highest(run -> run.figures().at(pointer).findValues(process).stream()
                                .mapToDouble(JsonNode::asDouble)
                                .max()
                                .orElseThrow()),
                        0)
                + " µs";
    }
}
