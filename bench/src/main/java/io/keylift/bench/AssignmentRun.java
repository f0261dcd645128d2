// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.tenant.SampleCatalog;
import io.keylift.it.tenant.TenantRealm;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Assigns 267 capability sets to a role and removes them again, with a growing number of users who have the role, and
 * of other roles with as many sets. Compares that with Keycloak's own means: the same rights as parts of a composite
 * role, and as 267 composite roles within one.
 */
final class AssignmentRun implements Measurement {

    /** Number of sets of a role in the measurement of a published capability service. */
    private static final int SETS = 267;

    private static final List<Integer> OTHER_ROLES = List.of(1, 50, 200);
    private static final List<Integer> USERS = List.of(0, 100, 10_000);
    private static final long SEED = 267;
    private static final String CLIENT = "rights";

    private final AdminHttp admin;
    private final Supplier<CpuTimes> cpu;
    private final BenchSettings settings;
    private final SampleCatalog catalog = SampleCatalog.realistic(SEED);
    private final List<String> some = catalog.setNames().subList(0, SETS);
    private final List<String> others = catalog.setNames()
            .subList(catalog.setNames().size() - SETS, catalog.setNames().size());
    private final List<Latency> all = new ArrayList<>();

    /** @param cpu reads the CPU times of Keycloak and its database */
    AssignmentRun(AdminHttp admin, Supplier<CpuTimes> cpu, BenchSettings settings) {
        this.admin = admin;
        this.cpu = cpu;
        this.settings = settings;
    }

    @Override
    public String name() {
        return "assignments";
    }

    @Override
    public void run() throws Exception {
        Latencies cases = new Latencies(cpu);
        List<Double> catalogs = new ArrayList<>();
        for (int count : OTHER_ROLES) {
            System.out.println("Assignments: a realm with " + count + " other roles");
            String realm = "bench-capabilities-" + count;
            TenantRealm.create(admin, realm);
            long start = System.nanoTime();
            send(realm, "PUT", "capabilities/sources/bench", catalog.manifest("1"));
            catalogs.add((System.nanoTime() - start) / 1e6);
            for (int i = 0; i < count; i++) {
                replace(realm, role(realm, "other-" + i), others);
            }
            for (int users : USERS) {
                addSets(cases, realm, roleWithUsers(realm, users), users + " users, " + count + " other roles");
            }
            if (count == OTHER_ROLES.get(0)) {
                addComposites(cases, realm);
            }
        }
        System.out.println("Assignments: calls");
        all.addAll(cases.measure(settings.calls(), settings.warmUpSeconds()));
        all.add(new Latency("catalogue of 1,572 capabilities in 375 sets, as a manifest", catalogs));
        if (settings.decisions()) {
            all.add(new PermissionRun(admin).run());
        }
    }

    private void addSets(Latencies cases, String realm, String role, String where) {
        cases.add(
                "assign " + SETS + " sets, " + where,
                round -> clear(realm, role),
                round -> send(realm, "PATCH", "capabilities/roles/" + role, Map.of("add", some)));
        cases.add(
                "replace " + SETS + " sets by others, " + where,
                round -> replace(realm, role, some),
                round -> replace(realm, role, others));
        cases.add(
                "unassign " + SETS + " sets, " + where,
                round -> replace(realm, role, some),
                round -> clear(realm, role));
    }

    private void replace(String realm, String role, List<String> sets) {
        send(realm, "PUT", "capabilities/roles/" + role, Map.of("set", sets));
    }

    private void clear(String realm, String role) {
        send(realm, "DELETE", "capabilities/roles/" + role, null);
    }

    private String roleWithUsers(String realm, int users) throws IOException {
        String name = "with-" + users;
        String id = role(realm, name);
        if (users > 0) {
            admin.stream(
                    path(realm, "bulk-import/users"),
                    "application/x-ndjson",
                    out -> {
                        for (int i = 0; i < users; i++) {
                            out.write(AdminHttp.JSON.writeValueAsBytes(
                                    Map.of("username", name + "-" + i, "enabled", true, "realmRoles", List.of(name))));
                            out.write('\n');
                        }
                    },
                    line -> {});
        }
        return id;
    }

    /** Adds the capabilities as roles of a client, and the sets as composite roles of the same client. */
    private void addComposites(Latencies cases, String realm) throws IOException {
        System.out.println("Assignments: composite roles");
        admin.post(path(realm, "clients"), Map.of("clientId", CLIENT));
        Set<String> names = CompositeRoles.create(admin, realm, CLIENT, catalog, some);
        String client =
                admin.get(path(realm, "clients?clientId=" + CLIENT)).at("/0/id").asText();
        JsonNode roles = admin.get(path(realm, "clients/" + client + "/roles?max=" + (names.size() + SETS)));
        ArrayNode flat = AdminHttp.JSON.createArrayNode();
        ArrayNode nested = AdminHttp.JSON.createArrayNode();
        for (JsonNode role : roles) {
            ObjectNode part = AdminHttp.JSON
                    .createObjectNode()
                    .put("id", role.get("id").asText())
                    .put("name", role.get("name").asText());
            (names.contains(part.get("name").asText()) ? flat : nested).add(part);
        }
        addComposite(cases, realm, "flat", flat, flat.size() + " client roles to a composite role in one call");
        addComposite(
                cases,
                realm,
                "nested",
                nested,
                nested.size() + " composite roles of the same to a composite role in one call");
    }

    private void addComposite(Latencies cases, String realm, String name, ArrayNode parts, String what)
            throws IOException {
        String composites = "roles-by-id/" + role(realm, name) + "/composites";
        cases.add(
                "add " + what,
                round -> send(realm, "DELETE", composites, parts),
                round -> send(realm, "POST", composites, parts));
    }

    private String role(String realm, String name) {
        admin.post(path(realm, "roles"), Map.of("name", name));
        return admin.get(path(realm, "roles/" + name)).get("id").asText();
    }

    private void send(String realm, String method, String rest, Object body) {
        admin.call(method, path(realm, rest), body);
    }

    private static String path(String realm, String rest) {
        return "/admin/realms/" + realm + "/" + rest;
    }

    @Override
    public void print(PrintStream out) {
        Latency.print(all, out);
        out.println(
                "Calls of each round in another order, after a warm-up; the manifest and the permissions without one.");
    }

    @Override
    public Object result() {
        return all;
    }
}
