// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench.load;

import io.keylift.bench.BenchReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** Writes the sizing report on the measurements so far. */
final class SizingReport {

    private SizingReport() {}

    /** Writes {@code sizing.md} and {@code sizing.json} into the folder, and returns the Markdown. */
    static String write(LoadState state, Path folder) throws IOException {
        Sizing sizing = Sizing.of(state);
        String markdown = SizingMarkdown.of(sizing);
        Files.writeString(folder.resolve("sizing.md"), markdown);
        Files.writeString(folder.resolve("sizing.json"), json(sizing));
        return markdown;
    }

    /** All figures and conclusions. */
    static String json(Sizing sizing) throws IOException {
        LoadState state = sizing.state();
        Map<String, Object> parts = new LinkedHashMap<>();
        parts.put("environment", state.environment());
        parts.put("settings", state.settings());
        parts.put("measured", state.measured());
        parts.put("complete", state.isComplete());
        parts.put("capacityOf", sizing.server());
        parts.put("capacity", sizing.capacities());
        parts.put("comparisons", sizing.comparisons());
        parts.put("starts", state.starts());
        parts.put("memory", state.memory());
        parts.put("steps", state.steps());
        return BenchReport.json(parts);
    }
}
