// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench.load;

import io.keylift.bench.Options;

/**
 * Options of a run of the load test, each a system property {@code load.<name>}.
 *
 * @param settings settings of the load test, over all of its runs
 * @param minutes duration of this run
 * @param nodeLoss whether the loss of a node is measured instead
 */
record LoadOptions(LoadSettings settings, double minutes, boolean nodeLoss) {

    static LoadOptions fromSystemProperties() {
        Options options = Options.of("load.", "generator", "buildStart");
        LoadOptions chosen = new LoadOptions(
                LoadSettings.of(options),
                options.number("minutes", 8),
                options.word("nodeLoss", "false", "true", "false").equals("true"));
        options.refuseOthers();
        return chosen;
    }
}
