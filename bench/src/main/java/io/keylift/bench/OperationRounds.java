// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import io.keylift.bench.RealmOperations.Done;
import io.keylift.it.server.KeycloakServer;
import io.keylift.it.tenant.SampleTenant;
import java.io.PrintStream;
import java.util.List;
import java.util.function.BiConsumer;

/** Operations on whole persons of new realms, in rounds after a warm-up. */
abstract class OperationRounds implements Measurement {

    final BenchServers servers;
    final BenchSettings settings;
    private final String name;
    private final int warmUpPersons;
    private final OperationFigures figures = new OperationFigures();

    /** @param warmUpPersons maximum number of persons in a round of the warm-up */
    OperationRounds(String name, BenchServers servers, int warmUpPersons) {
        this.name = name;
        this.servers = servers;
        this.settings = servers.settings();
        this.warmUpPersons = warmUpPersons;
    }

    /** Performs each operation at each place, and passes each result to the consumer. */
    abstract void round(int persons, BiConsumer<String, Done> each) throws Exception;

    /** Performs rounds until their time is steady, then the measured ones. */
    final void measureRounds() throws Exception {
        System.out.println(name + ": warming up");
        WarmUp warmUp = new WarmUp(settings.warmUpSeconds());
        do {
            long start = System.nanoTime();
            round(Math.min(warmUpPersons, settings.persons()), (place, done) -> {});
            double seconds = (System.nanoTime() - start) / 1e9;
            warmUp.add(1 / seconds, seconds);
        } while (!warmUp.isDone());
        for (int round = 1; round <= settings.rounds(); round++) {
            System.out.printf("%s, round %d of %d%n", name, round, settings.rounds());
            round(settings.persons(), figures::add);
        }
    }

    /** Performs operations on the persons of a new realm, one after the other. */
    final void perform(
            KeycloakServer keycloak,
            Realms realms,
            String place,
            List<Operation> all,
            int persons,
            BiConsumer<String, Done> each)
            throws Exception {
        SampleTenant tenant = Realms.tenant(Workload.WHOLE_PERSONS, persons);
        String realm = realms.create(Workload.WHOLE_PERSONS, tenant);
        realms.tables().settle();
        RealmOperations operations = new RealmOperations(keycloak, servers.database(), realm, tenant, settings);
        for (Operation operation : all) {
            each.accept(place, operations.run(operation));
            realms.tables().tidy();
        }
        realms.remove(realm);
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
