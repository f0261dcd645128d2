// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.exports.ExportAnswer;
import io.keylift.it.imports.kinds.Contracts;
import io.keylift.it.imports.kinds.KindContract;
import io.keylift.it.imports.kinds.KindRealms;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.TwinRealm;
import io.keylift.it.soak.Soak;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Rates of new records of each kind, by the import and by the Admin API over one connection. A record may require
 * several Admin API calls. Then the rates of verification, export and removal. Prints the rates without asserting them,
 * and asserts that all records exist.
 */
@Tag("soak-kinds")
@OnSharedServer
class KindRatesIT {

    private static final int RECORDS = Soak.size("records", 2, 500);
    private static final int WARM_UP = Math.max(1, RECORDS / 4);
    private static final int REMOVED = 500;

    private static final KindRealms REALMS = new KindRealms("rates", Map.of());

    /** Of so many kinds, one is tried. */
    private static final int EVERY = Soak.size("every", 6, 1);

    /** One kind by property {@code soak.kind}, for instance at a size at which the Admin API takes minutes. */
    private static final String ONLY = System.getProperty("soak.kind");

    /** Whether the Admin API adds as many records, by property {@code soak.admin-api}: 0 leaves it out. */
    private static final boolean BESIDE_ADMIN_API = Soak.size("admin-api", 1, 1) != 0;

    static List<Named<KindContract>> kinds() {
        List<Named<KindContract>> all = Contracts.named();
        return IntStream.range(0, all.size())
                .filter(i -> ONLY != null || i % EVERY == 0)
                .mapToObj(all::get)
                .filter(kind -> ONLY == null || kind.getName().equals(ONLY))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void rateBesideTheAdminApi(KindContract kind, SharedServer server) throws IOException {
        TwinRealm realm = REALMS.of(server.admin(), kind);
        int each = WARM_UP + RECORDS;
        int all = BESIDE_ADMIN_API ? 2 * each : each;
        kind.prepareRecords(realm, 0, all);
        List<ObjectNode> records =
                IntStream.range(0, all).mapToObj(kind::record).toList();
        List<ObjectNode> imported = records.subList(all - each, all);
        List<ObjectNode> created = records.subList(0, all - each);
        byImport(realm, kind, imported.subList(0, WARM_UP));

        // The import is second: into the realm that has more by then.
        double theirs = 0;
        if (BESIDE_ADMIN_API) {
            byAdminApi(realm, kind, created.subList(0, WARM_UP));
            theirs = RECORDS / byAdminApi(realm, kind, created.subList(WARM_UP, each));
        }
        double ours = RECORDS / byImport(realm, kind, imported.subList(WARM_UP, each));

        System.out.printf(
                "%s: %d new records, import %.0f/s, Admin API %.0f/s, ratio %.1f%n",
                kind.kind(), RECORDS, ours, theirs, ours / theirs);
        String lines = Records.lines(records);
        ImportAnswer again = realm.imports().post(kind.kind() + "?ifExists=skip&results=summary", lines);
        assertThat(again.addsUp().count("skipped")).as("records that are there").isEqualTo(all);
        if (kind.isExportable()) {
            long begin = System.nanoTime();
            ImportAnswer same = realm.imports().post(kind.kind() + "?op=verify&results=summary", lines);
            double verified = rate(all, begin);
            assertThat(same.addsUp().count("missing")).as("%s", same.summary()).isZero();
            begin = System.nanoTime();
            ExportAnswer.get(realm.admin(), realm.name(), kind.kind()).whole();
            System.out.printf(
                    "%s: %d records, again with ifExists=skip %d/s, verification %.0f/s, export %.0f/s,"
                            + " verification : import %.1f%n",
                    kind.kind(), all, again.count("recordsPerSecond"), verified, rate(all, begin), verified / ours);
        }
        if (kind.isRemovable()) {
            // Keycloak's own methods remove some kinds, one by one.
            List<ObjectNode> some = records.subList(0, Math.min(all, REMOVED));
            ImportAnswer removed =
                    realm.imports().post(kind.kind() + "?op=remove&results=summary", Records.lines(some));
            assertThat(removed.addsUp().count("removed"))
                    .as("%s", removed.summary())
                    .isEqualTo(some.size());
            System.out.printf(
                    "%s: %d records, removal %d/s%n", kind.kind(), some.size(), removed.count("recordsPerSecond"));
        }
    }

    private static double rate(int records, long since) {
        return records / ((System.nanoTime() - since) / 1e9);
    }

    /** Seconds that it takes. */
    private static double byImport(TwinRealm realm, KindContract kind, List<ObjectNode> records) throws IOException {
        String lines = Records.lines(records);
        long begin = System.nanoTime();
        ImportAnswer answer = realm.imports().post(kind.kind(), lines);
        double seconds = (System.nanoTime() - begin) / 1e9;
        assertThat(answer.end()).isEqualTo("COMPLETED");
        assertThat(answer.rejects()).isEmpty();
        return seconds;
    }

    private static double byAdminApi(TwinRealm realm, KindContract kind, List<ObjectNode> records) {
        long begin = System.nanoTime();
        for (ObjectNode record : records) {
            assertThat(kind.create(realm, record).statusCode()).isBetween(200, 204);
        }
        return (System.nanoTime() - begin) / 1e9;
    }
}
