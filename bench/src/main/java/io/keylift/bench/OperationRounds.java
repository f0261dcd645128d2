// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import java.io.PrintStream;
import java.util.List;
import java.util.function.BiConsumer;

/** Operations on the objects of new realms, in rounds after a warm-up. */
abstract class OperationRounds implements Measurement {

    final BenchServers servers;
    final BenchSettings settings;
    private final String name;
    private final int warmUpRecords;
    private final OperationFigures figures = new OperationFigures();

    /** @param warmUpRecords maximum number of records of an operation in a round of the warm-up */
    OperationRounds(String name, BenchServers servers, int warmUpRecords) {
        this.name = name;
        this.servers = servers;
        this.settings = servers.settings();
        this.warmUpRecords = warmUpRecords;
    }

    /** Performs each operation at each place, and passes each result to the consumer. */
    abstract void round(int records, BiConsumer<String, Done> each) throws Exception;

    /** Records of an operation. */
    int records() {
        return settings.persons();
    }

    /** Performs rounds until their time is steady, then the measured ones. */
    final void measureRounds() throws Exception {
        System.out.println(name + ": warming up");
        TimeLimit limit = new TimeLimit();
        WarmUp warmUp = new WarmUp(settings.warmUpSeconds());
        do {
            long start = System.nanoTime();
            round(Math.min(warmUpRecords, records()), (place, done) -> {});
            double seconds = (System.nanoTime() - start) / 1e9;
            warmUp.add(1 / seconds, seconds);
        } while (!warmUp.isDone());
        for (int round = 1; round <= settings.rounds() && limit.allowsRound(); round++) {
            System.out.printf("%s, round %d of %d%n", name, round, settings.rounds());
            limit.roundBegins();
            round(records(), figures::add);
            limit.roundEnded();
        }
    }

    /** Performs operations on the objects of a new realm, one after the other. */
    final void perform(Site site, List<Operation> all, OperatedRecords records, BiConsumer<String, Done> each)
            throws Exception {
        String realm = records.createRealm(site.realms());
        site.realms().tables().settle();
        RealmOperations operations = new RealmOperations(site, realm, records, settings);
        for (Operation operation : all) {
            each.accept(site.place(), operations.run(operation));
            site.realms().tables().tidy();
        }
        site.realms().remove(realm);
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final void print(PrintStream out) {
        figures.print(out);
    }

    @Override
    public final Object result() {
        return figures.result();
    }
}
