// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.equality;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.imports.kinds.Contracts;
import io.keylift.it.imports.kinds.KindContract;
import io.keylift.it.imports.kinds.KindRealms;
import io.keylift.it.imports.support.TwinRealm;
import io.keylift.it.imports.support.TwinRealmPair;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Law 5 for every kind. What some tests bring, later ones change and remove: the Admin API takes its time. */
@OnSharedServer
@TestMethodOrder(OrderAnnotation.class)
class KindEqualityIT {

    /** As many as there are different ones: what a record has depends on its number. */
    private static final int FRESH = 12;

    private static final int STAYING = 2;

    private static final KindRealms BY_API = new KindRealms("new-by-api", Map.of());
    private static final KindRealms BY_IMPORT = new KindRealms("new-by-import", Map.of());

    /** By kind. */
    private static final Map<String, Brought> BROUGHT = new HashMap<>();

    /**
     * Records that have come into two realms alike.
     *
     * @param fresh those that are not among the kind's examples
     * @param growth how many rows each table got
     */
    private record Brought(TwinRealmPair pair, List<ObjectNode> fresh, Map<String, Integer> growth) {

        static Brought of(KindContract kind, SharedServer server) {
            return BROUGHT.computeIfAbsent(kind.kind(), any -> bring(kind, server));
        }

        private static Brought bring(KindContract kind, SharedServer server) {
            List<ObjectNode> fresh =
                    IntStream.range(0, FRESH).mapToObj(kind::record).toList();
            List<ObjectNode> records = new ArrayList<>(kind.examples());
            records.addAll(fresh);
            TwinRealm one = BY_API.of(server.admin(), kind);
            TwinRealm other = BY_IMPORT.of(server.admin(), kind);
            TwinRealmPair pair = new TwinRealmPair(server.database(), kind, one, other);
            try {
                return new Brought(
                        pair, fresh, pair.compare(kind.kind() + "?chunkSize=8", kind::createExactly, records));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    static List<Named<KindContract>> kinds() {
        return Contracts.named();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    @Order(1)
    void law5_aNewRecordIsRowForRowWhatTheAdminApiMakesOfIt(KindContract kind, SharedServer server) {
        Brought brought = Brought.of(kind, server);

        assertThat(brought.growth().keySet()).containsExactlyInAnyOrderElementsOf(kind.tables());
    }

    static List<Named<KindContract>> changeableKinds() {
        return Contracts.named(KindContract::isOverwritable);
    }

    @ParameterizedTest
    @MethodSource("changeableKinds")
    @Order(2)
    void law5_overwritingIsRowForRowWhatTheAdminApiDoes(KindContract kind, SharedServer server) throws IOException {
        Brought brought = Brought.of(kind, server);
        List<ObjectNode> changed = new ArrayList<>();
        for (int i = 0; i < FRESH; i++) {
            changed.add(kind.changed(brought.fresh().get(i), i));
        }

        brought.pair().compare(kind.kind() + "?chunkSize=8&ifExists=overwrite", kind::overwrite, changed);
    }

    static List<Named<KindContract>> removableKinds() {
        return Contracts.named(KindContract::isRemovable);
    }

    /** Records of others stay. */
    @ParameterizedTest
    @MethodSource("removableKinds")
    @Order(3)
    void law5_aRemovalLeavesWhatTheAdminApiLeaves(KindContract kind, SharedServer server) throws IOException {
        Brought brought = Brought.of(kind, server);

        Map<String, Integer> growth = brought.pair()
                .compare(
                        kind.kind() + "?op=remove&chunkSize=5",
                        kind::remove,
                        brought.fresh().subList(0, FRESH - STAYING));

        assertThat(growth)
                .isNotEmpty()
                .allSatisfy((table, rows) -> assertThat(rows).as(table).isNegative());
    }
}
