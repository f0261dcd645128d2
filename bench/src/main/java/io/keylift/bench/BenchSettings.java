// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import java.util.List;

/**
 * Settings of a run of the benchmark. Each value is a system property {@code bench.<name>}.
 *
 * @param parts parts of the run: names of {@link Part}, as in a property, separated by commas; each of the settings
 *     below counts only with its part
 * @param workloads records for the comparison with the Admin API and COPY: names of {@link Workload}, likewise
 * @param users minimal users of an import
 * @param persons whole persons of an import
 * @param organizations organizations of an import
 * @param departments departments of an import
 * @param memberships memberships in organizations of an import
 * @param scale organizations of the tenant that shows whether the rate falls; 0 to leave it out
 * @param capabilities whether capabilities are measured
 * @param decisions whether decisions and permissions are measured with them, not if {@code bench.capabilities} is
 *     {@code assignments}
 * @param calls calls by which each case of assignments is measured
 * @param metrics whether the cost of instrumentation is measured; alone if {@code bench.metrics} is {@code cost}
 * @param statements whether the cost of options of statements is measured: only if {@code bench.metrics} is
 *     {@code statements}
 * @param profile whether the share of our code in the cost of instrumentation is measured; alone if
 *     {@code bench.metrics} is {@code profile}
 * @param servers ways to instrument servers: names of {@link Instrumentation}, likewise, one twice for two servers of a
 *     sort; includes a plain one
 * @param grants grants by which tokens are requested: names of {@link Grant}, likewise
 * @param tokens token requests to each instrumented server; a 25th of them with a password, a tenth with options of
 *     statements
 * @param warmUp token requests before the measurement; after 12,000 the compiler still takes a tenth of the time or
 *     more
 * @param sets starts of all instrumented servers
 * @param operations operations on objects: names of {@link Operation}, likewise
 * @param passwords users whose plain passwords are imported
 * @param kinds kinds other than users whose operations are measured: names of {@link ObjectKind}, likewise
 * @param objects records of each of these kinds
 * @param requests imports of one record, and of ten, from a single client
 * @param requestSeconds seconds for which small imports of several clients are measured
 * @param senders programs that send files, likewise: names of {@link Sender}
 * @param megabytes sizes of the inputs by which the memory of the command is measured
 * @param places distances of the database: names of {@link Place}, likewise
 * @param signInsPerSecond sign-ins a second during an import
 * @param signInSeconds seconds for which sign-ins are measured, with the import and without
 * @param posts records sent one by one through the Admin API
 * @param partial records of one partial import
 * @param connections numbers of connections of the Admin API's client, the best of which counts
 * @param warmUpSeconds minimum seconds of warm-up of each side; at most three times as long, until its rate is steady
 * @param rounds repetitions, whose median counts
 * @param streams chunks in flight of the import, and streams of COPY
 * @param heap heap of Keycloak
 */
record BenchSettings(
        List<Part> parts,
        List<Workload> workloads,
        int users,
        int persons,
        int organizations,
        int departments,
        int memberships,
        int scale,
        boolean capabilities,
        boolean decisions,
        int calls,
        boolean metrics,
        boolean statements,
        boolean profile,
        List<Instrumentation> servers,
        List<Grant> grants,
        int tokens,
        int warmUp,
        int sets,
        List<Operation> operations,
        int passwords,
        List<ObjectKind> kinds,
        int objects,
        int requests,
        int requestSeconds,
        List<Sender> senders,
        List<Integer> megabytes,
        List<Place> places,
        int signInsPerSecond,
        int signInSeconds,
        int posts,
        int partial,
        List<Integer> connections,
        int warmUpSeconds,
        int rounds,
        int streams,
        String heap) {

    /** Number of records of a transaction, of the import and of COPY alike. */
    static final int CHUNK = 1000;

    /** Contains the two sorts that differ least twice, to show how much two servers of one sort differ. */
    private static final List<Instrumentation> ALL_SERVERS = List.of(
            Instrumentation.PLAIN,
            Instrumentation.KEYLIFT_METRICS,
            Instrumentation.NATIVE_TRACING,
            Instrumentation.PLAIN,
            Instrumentation.KEYLIFT_METRICS,
            Instrumentation.JAVAAGENT);

    static BenchSettings fromSystemProperties() {
        Options options = Options.of("bench.", "hooks", "buildStart", "published");
        BenchSettings settings = of(options);
        options.refuseOthers();
        return settings;
    }

    private static BenchSettings of(Options options) {
        List<Part> parts = options.named(Part.class, "parts", Part.USUAL);
        List<Workload> workloads = options.named(Workload.class, "workloads");
        int scale = options.whole("scale", 0, 10_000);
        boolean asksCapabilities = parts.contains(Part.CAPABILITIES);
        String capabilities = options.word("capabilities", "true", "true", "false", "assignments");
        boolean asksMetrics = parts.contains(Part.METRICS);
        String metrics = options.word("metrics", "true", "true", "false", "cost", "profile", "statements");
        return new BenchSettings(
                parts,
                parts.contains(Part.WORKLOADS) ? workloads : List.of(),
                options.whole("users", 1, 150_000),
                options.whole("persons", 1, 60_000),
                options.whole("organizations", 1, 40_000),
                options.whole("departments", 1, 60_000),
                options.whole("memberships", 1, 60_000),
                parts.contains(Part.SCALE) ? scale : 0,
                asksCapabilities && !capabilities.equals("false"),
                asksCapabilities && capabilities.equals("true"),
                options.whole("calls", 1, 20),
                asksMetrics && (metrics.equals("true") || metrics.equals("cost")),
                asksMetrics && metrics.equals("statements"),
                asksMetrics && (metrics.equals("true") || metrics.equals("profile")),
                servers(options.named(Instrumentation.class, "servers", ALL_SERVERS)),
                options.named(Grant.class, "grants", Grant.OF_TOKENS),
                options.whole("tokens", 1, 5_000),
                options.whole("warmUp", 1, 40_000),
                options.whole("sets", 1, 3),
                Operation.inOrder(options.named(Operation.class, "operations")),
                options.whole("passwords", 1, 200),
                options.named(ObjectKind.class, "kinds"),
                options.whole("objects", 1, 10_000),
                options.whole("requests", 1, 300),
                options.whole("requestSeconds", 1, 30),
                options.named(Sender.class, "senders"),
                options.wholes("megabytes", 1, "100,3000"),
                places(options.named(Place.class, "places")),
                options.whole("signInsPerSecond", 1, 6),
                options.whole("signInSeconds", 1, 60),
                options.whole("posts", 1, 2_000),
                options.whole("partial", 1, 1_000),
                options.wholes("connections", 1, "1,4,16,64"),
                options.whole("warmUpSeconds", 1, 20),
                options.whole("rounds", 1, 3),
                options.whole("streams", 1, 2),
                options.text("heap", "1g"));
    }

    /** The chosen operations among these. */
    List<Operation> operationsAmong(List<Operation> possible) {
        return operations.stream().filter(possible::contains).toList();
    }

    /** Operations of servers far from their database: the chosen ones, or one of each sort. */
    List<Operation> operationsAfar() {
        return operations.size() == Operation.values().length ? Operation.AFAR : operations;
    }

    /** Whether any part of the import is measured. */
    boolean measuresImports() {
        return !workloads.isEmpty() || capabilities || scale > 0;
    }

    private static List<Place> places(List<Place> chosen) {
        if (!chosen.contains(Place.NEAR)) {
            throw new IllegalArgumentException("bench.places must have near, which the others are compared with");
        }
        return chosen;
    }

    private static List<Instrumentation> servers(List<Instrumentation> chosen) {
        if (!chosen.contains(Instrumentation.PLAIN)) {
            throw new IllegalArgumentException("bench.servers must have plain, which the others are compared with");
        }
        return chosen;
    }
}
