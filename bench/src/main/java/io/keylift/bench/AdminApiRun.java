// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import io.keylift.it.tenant.SampleTenant;
import java.util.LinkedHashMap;
import java.util.Map;

/** Keycloak's own Admin API, at the number of connections that serves it best. */
final class AdminApiRun implements Contender {

    /**
     * Number of records before the measurement: the server reads the new realm once, whatever the number of records.
     */
    private static final int FIRST = 50;

    private final String label;
    private final Realms realms;
    private final BenchSettings settings;
    private int connections;

    AdminApiRun(String label, Realms realms, BenchSettings settings) {
        this.label = label;
        this.realms = realms;
        this.settings = settings;
        this.connections = settings.connections().get(settings.connections().size() / 2);
    }

    @Override
    public String label() {
        return label;
    }

    @Override
    public boolean takes(Workload workload) {
        return true;
    }

    @Override
    public double leastWarmUp() {
        return settings.warmUpSeconds();
    }

    @Override
    public Map<Integer, Double> tune(Workload workload) throws Exception {
        Map<Integer, Double> rates = new LinkedHashMap<>();
        for (int choice : settings.connections()) {
            connections = choice;
            Trial trial = prepare(workload);
            realms.tables().settle();
            rates.put(choice, trial.run().rate());
        }
        connections = best(rates);
        return rates;
    }

    /** The choice with the highest rate. */
    static int best(Map<Integer, Double> rates) {
        return rates.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .orElseThrow()
                .getKey();
    }

    @Override
    public Trial prepare(Workload workload) throws Exception {
        int records = settings.posts();
        SampleTenant tenant = Realms.tenant(workload, FIRST + records);
        String realm = realms.create(workload, tenant);
        AdminApiPosts posts = new AdminApiPosts(realms.admin(), realm, workload, tenant);
        posts.send(0, FIRST, connections);
        int open = connections;
        return () -> realms.timed(realm, records, () -> posts.send(FIRST, FIRST + records, open));
    }
}
