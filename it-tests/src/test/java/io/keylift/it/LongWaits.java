// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.Extension;

/**
 * Awaitility gives up after ten seconds unless a test says otherwise. A server on a busy machine can take longer. It
 * also waits a tenth of a second before it first looks.
 */
public final class LongWaits implements Extension {

    public LongWaits() {
        Awaitility.setDefaultTimeout(Duration.ofMinutes(1));
        Awaitility.setDefaultPollDelay(Duration.ofMillis(10));
    }
}
