// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.tenant.SampleTenant;

/** Keycloak's partial import: one document, one transaction. */
final class PartialImportRun implements Contender {

    private final Realms realms;
    private final BenchSettings settings;

    PartialImportRun(Realms realms, BenchSettings settings) {
        this.realms = realms;
        this.settings = settings;
    }

    @Override
    public String label() {
        return "partial";
    }

    @Override
    public boolean takes(Workload workload) {
        return workload.isInPartialImport();
    }

    @Override
    public double leastWarmUp() {
        return settings.warmUpSeconds();
    }

    @Override
    public Trial prepare(Workload workload) throws Exception {
        int records = settings.partial();
        SampleTenant tenant = Realms.tenant(workload, records);
        String realm = realms.create(workload, tenant);
        ObjectNode document = AdminHttp.JSON.createObjectNode().put("ifResourceExists", "FAIL");
        ArrayNode users = document.putArray("users");
        for (int i = 0; i < records; i++) {
            users.add(AdminApiPosts.withoutOrganizations(AdminHttp.JSON.readTree(workload.record(tenant, i))));
        }
        return () -> realms.timed(
                realm, records, () -> realms.admin().post("/admin/realms/" + realm + "/partialImport", document));
    }
}
