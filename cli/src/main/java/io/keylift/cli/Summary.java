// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.cli;

import io.keylift.client.StreamedJob;
import io.keylift.client.answer.Counts;
import io.keylift.client.answer.SummaryLine;
import io.keylift.client.answer.Warning;
import java.io.PrintStream;
import java.util.Locale;
import java.util.Set;
import java.util.StringJoiner;

/** Tells how a job has ended. */
final class Summary {

    private final PrintStream out;

    Summary(PrintStream out) {
        this.out = out;
    }

    void print(String job, StreamedJob ended) {
        print(job, ended, Set.of());
    }

    /** @param untold codes of warnings that are left out */
    void print(String job, StreamedJob ended, Set<String> untold) {
        SummaryLine worst = ended.worst();
        Counts counts = ended.counts();
        double seconds = ended.seconds();
        out.printf(
                Locale.ROOT,
                "%s: %s, %s in %.1f s (%,d/s)%n",
                job,
                worst.status().toLowerCase(Locale.ROOT),
                text(counts),
                seconds,
                Math.round(counts.read() / Math.max(seconds, 0.001)));
        if (!worst.isCompleted()) {
            out.println(worst.code() + ": " + worst.message());
        }
        for (SummaryLine summary : ended.summaries()) {
            summary.warnings().stream()
                    .filter(warning -> !untold.contains(warning.code()))
                    .forEach(this::print);
        }
    }

    private void print(Warning warning) {
        out.printf(
                "warning: %s%s%s: %s%s%n",
                warning.kind().isEmpty() ? "" : warning.kind() + " ",
                warning.pointer().isEmpty() ? "" : warning.pointer() + " ",
                warning.code(),
                warning.message(),
                warning.count() > 1 ? " (" + warning.count() + " times)" : "");
    }

    /** Outcomes that no record has are left out. */
    static String text(Counts counts) {
        StringJoiner text = new StringJoiner(", ");
        text.add(String.format(Locale.ROOT, "%,d read", counts.read()));
        counts.outcomes().forEach((outcome, count) -> {
            if (count > 0) {
                text.add(String.format(Locale.ROOT, "%,d %s", count, outcome));
            }
        });
        return text.toString();
    }
}
