// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.exports;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.it.OnSharedServer;
import io.keylift.it.SecondTier;
import io.keylift.it.SharedServer;
import io.keylift.it.imports.kinds.Contracts;
import io.keylift.it.imports.kinds.KindContract;
import io.keylift.it.imports.support.KindDescription;
import io.keylift.it.imports.support.TwinRealm;
import io.keylift.it.soak.Soak;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A verification finds what {@code ifExists=overwrite} would change, and nothing else. */
@OnSharedServer
@SecondTier
class SingleChangesIT {

    private static final int CHANGES = Soak.size("changes", 60, 2000);
    private static final long SEED = Soak.seed(46);

    /** Changes of a kind between two comparisons. */
    private static final int AT_ONCE = 15;

    /** Objects of all kinds are changed, one field at a time, by the Admin API where it has a call. */
    @Test
    @Tag("soak-single-changes")
    void law14_aVerificationFindsWhatOverwritingWouldChange(SharedServer server) throws IOException {
        SplittableRandom random = new SplittableRandom(SEED);
        TwinRealm realm = PortableRealm.filled(server, "single-changes");
        Map<String, KindDescription> descriptions = new HashMap<>();
        KindDescription.all(realm.imports()).forEach(kind -> descriptions.put(kind.name(), kind));
        OtherValues values = new OtherValues(realm, random.split());
        List<SingleChanges> kinds = new ArrayList<>();
        for (KindContract kind : Contracts.all()) {
            if (kind.isExportable()) {
                kinds.add(new SingleChanges(realm, kind, descriptions.get(kind.kind()), values, random.split()));
            }
        }
        List<String> wrong = new ArrayList<>();
        int atOnce = Math.min(AT_ONCE, Math.max(1, CHANGES / kinds.size()));
        int changed = 0;
        for (int round = 0; changed < CHANGES && wrong.isEmpty() && round < CHANGES; round++) {
            for (SingleChanges kind : kinds) {
                changed += kind.change(atOnce, wrong);
            }
        }

        System.out.println("Changes with seed " + SEED + ": " + changed);
        assertThat(wrong).isEmpty();
        assertThat(changed).isGreaterThanOrEqualTo(CHANGES);
        if (CHANGES >= 2000) {
            assertThat(kinds.stream().flatMap(kind -> kind.unchanged().stream()))
                    .as("fields that no change has reached")
                    .isEmpty();
        }
    }
}
