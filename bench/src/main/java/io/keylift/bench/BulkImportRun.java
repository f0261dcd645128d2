// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import io.keylift.it.tenant.SampleTenant;
import java.util.Map;

/** The bulk import. */
final class BulkImportRun implements Contender {

    private final Realms realms;
    private final Phases phases;
    private final BenchSettings settings;

    BulkImportRun(Realms realms, Phases phases, BenchSettings settings) {
        this.realms = realms;
        this.phases = phases;
        this.settings = settings;
    }

    @Override
    public String label() {
        return "Keylift";
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
    public Trial prepare(Workload workload) throws Exception {
        int records = workload.size(settings);
        SampleTenant tenant = Realms.tenant(workload, records);
        String realm = realms.create(workload, tenant);
        return () -> {
            Map<String, Double> before = phases.read(workload.kind);
            Run run = realms.timed(realm, records, () -> realms.importAll(realm, workload, tenant, records));
            return run.withPhases(Phases.spent(before, phases.read(workload.kind)));
        };
    }
}
