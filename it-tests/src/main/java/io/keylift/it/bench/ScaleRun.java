// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.bench;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.http.BodyWriter;
import io.keylift.it.tenant.SampleStructure;
import io.keylift.it.tenant.SampleTenant;
import io.keylift.it.tenant.TenantRealm;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

/** One tenant with all that belongs to it, large enough to see whether the rate falls as the tables fill. */
final class ScaleRun {

    private static final long SEED = 7;

    private final AdminHttp admin;
    private final String realm;
    private final int streams;
    private final List<Scaled> all = new ArrayList<>();

    ScaleRun(AdminHttp admin, String realm, int streams) {
        this.admin = admin;
        this.realm = realm;
        this.streams = streams;
    }

    /**
     * An import from its beginning to its end.
     *
     * @param rate records a second of all of it
     * @param tenths records a second of each tenth of the records
     */
    record Scaled(String kind, int records, double rate, List<Double> tenths) {

        double first() {
            return tenths.get(0);
        }

        double last() {
            return tenths.get(tenths.size() - 1);
        }
    }

    /** Imports a tenant of so many organizations, twice as many departments, five memberships and one and a half persons for each. */
    List<Scaled> run(int organizations) throws IOException {
        TenantRealm.create(admin, realm);
        SampleTenant tenant = new SampleTenant(SEED, organizations, organizations * 3 / 2);
        SampleStructure structure = new SampleStructure(tenant);
        add("organizations", organizations, tenant::writeOrganizations);
        add("departments", structure.departments(), lines(structure.departments(), structure::department));
        add("users", tenant.persons(), tenant::writePersonsAlone);
        add("organization-members", structure.members(), lines(structure.members(), structure::member));
        add("department-members", structure.departments(), lines(structure.departments(), structure::departmentMember));
        return all;
    }

    private static BodyWriter lines(int count, IntFunction<String> record) {
        return SampleStructure.lines(count, record);
    }

    private void add(String kind, int records, BodyWriter body) throws IOException {
        System.out.printf(Locale.ROOT, "Scale: %,d %s%n", records, kind);
        TreeMap<Long, Long> nanosByRecords = new TreeMap<>();
        long[] read = new long[1];
        String path = "/admin/realms/" + realm + "/bulk-import/" + kind + "?parallelism=" + streams;
        long start = System.nanoTime();
        JsonNode end = admin.stream(path, "application/x-ndjson", body, line -> {
            if (line.path("type").asText().equals("chunk")) {
                read[0] += line.path("added").asLong();
                nanosByRecords.put(read[0], System.nanoTime() - start);
            }
        });
        double seconds = (System.nanoTime() - start) / 1e9;
        if (end.path("added").asInt() != records) {
            throw new IllegalStateException("Not everything was imported: " + end);
        }
        List<Double> tenths = new ArrayList<>();
        for (long tenth = 0; tenth < 10; tenth++) {
            tenths.add(rate(nanosByRecords, tenth * records / 10, (tenth + 1) * records / 10));
        }
        all.add(new Scaled(kind, records, records / seconds, tenths));
    }

    /** Records a second between two points of an import, as near as its chunks come to them. */
    private static double rate(TreeMap<Long, Long> nanosByRecords, long from, long to) {
        var begin = nanosByRecords.floorEntry(from);
        var end = nanosByRecords.ceilingEntry(to);
        long records = end.getKey() - (begin == null ? 0 : begin.getKey());
        long nanos = end.getValue() - (begin == null ? 0 : begin.getValue());
        return records / (nanos / 1e9);
    }

    static void print(List<Scaled> all, PrintStream out) {
        out.printf(
                "%n%-22s %11s %11s %12s %11s %11s%n",
                "records/s", "records", "Keylift", "first tenth", "last tenth", "last/first");
        for (Scaled scaled : all) {
            out.printf(
                    Locale.ROOT,
                    "%-22s %,11d %,11.0f %,12.0f %,11.0f %11.2f%n",
                    scaled.kind(),
                    scaled.records(),
                    scaled.rate(),
                    scaled.first(),
                    scaled.last(),
                    scaled.last() / scaled.first());
            String tenths = scaled.tenths().stream()
                    .map(rate -> String.format(Locale.ROOT, "%,d", Math.round(rate)))
                    .collect(Collectors.joining(", "));
            out.printf("%-22s each tenth: %s%n", "", tenths);
        }
    }
}
