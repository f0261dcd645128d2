// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench.load;

import java.util.ArrayList;
import java.util.List;

/** A table in Markdown. */
final class MarkdownTable {

    private final List<String> lines = new ArrayList<>();

    MarkdownTable(String... headings) {
        row(headings);
        lines.add("|" + "---|".repeat(headings.length));
    }

    void row(String... cells) {
        lines.add("| " + String.join(" | ", cells) + " |");
    }

    @Override
    public String toString() {
        return String.join("\n", lines) + "\n";
    }
}
