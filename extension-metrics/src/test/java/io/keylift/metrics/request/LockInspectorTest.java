// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class LockInspectorTest {

    @Test
    void aHolderIsShownByItsTopAndByKeycloaksOwnCodeBelow() {
        List<String> frames = new ArrayList<>(Collections.nCopies(6, "jdk.Top.park"));
        frames.add("org.hibernate.Query.list:5");
        frames.add("org.keycloak.Loader$$Lambda$17/0x00007f97.run");
        frames.add("org.keycloak.Loader.get:49");

        assertThat(LockInspector.relevant(frames)).hasSize(7).endsWith("jdk.Top.park", "org.keycloak.Loader.get:49");
    }
}
