// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.SharedServer;
import io.keylift.it.SharedServerExtension;
import io.keylift.it.imports.kinds.Contracts;
import io.keylift.it.imports.kinds.KindContract;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Law 5 for every kind. */
@ExtendWith(SharedServerExtension.class)
class KindEqualityIT {

    private static final int FRESH = 30;

    static List<Named<KindContract>> kinds() {
        return Contracts.named();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void law5_aNewRecordIsRowForRowWhatTheAdminApiMakesOfIt(KindContract kind, SharedServer server) throws IOException {
        List<ObjectNode> records = new ArrayList<>(kind.examples());
        IntStream.range(0, FRESH).mapToObj(kind::record).forEach(records::add);
        Twins twins = Twins.of(server, kind, "new");

        Map<String, Integer> growth = twins.compare(kind.kind() + "?chunkSize=20", kind::create, records);

        assertThat(growth.keySet()).containsExactlyInAnyOrderElementsOf(kind.tables());
    }

    static List<Named<KindContract>> changeableKinds() {
        return Contracts.named().stream()
                .filter(kind -> kind.getPayload().isOverwritable())
                .toList();
    }

    @ParameterizedTest
    @MethodSource("changeableKinds")
    void law5_overwritingIsRowForRowWhatTheAdminApiDoes(KindContract kind, SharedServer server) throws IOException {
        Twins twins = Twins.of(server, kind, "overwritten");
        List<ObjectNode> records =
                IntStream.range(0, FRESH).mapToObj(kind::record).toList();
        twins.compare(kind.kind() + "?chunkSize=20", kind::create, records);
        List<ObjectNode> changed = new ArrayList<>();
        for (int i = 0; i < records.size(); i++) {
            changed.add(kind.changed(records.get(i), i));
        }

        twins.compare(kind.kind() + "?chunkSize=20&ifExists=overwrite", kind::overwrite, changed);
    }
}
