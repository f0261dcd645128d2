// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.Extension;

/** Awaitility gives up after ten seconds unless a test says else, which a server on a busy machine can take. */
public final class LongWaits implements Extension {

    public LongWaits() {
        Awaitility.setDefaultTimeout(Duration.ofMinutes(1));
    }
}
