// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.formats.LeftOut;
import io.keylift.formats.Problem;
import io.keylift.formats.Report;
import java.io.PrintStream;
import java.util.Locale;

/** Tells how files were converted: problems, and what did not go in. */
final class ConversionSummary {

    private static final ObjectMapper JSON = new ObjectMapper();

    private ConversionSummary() {}

    static void print(String system, ConvertedInput.Result result, PrintStream out) {
        Report report = result.report();
        StringBuilder counts = new StringBuilder();
        report.written().forEach((kind, count) -> counts.append(String.format(Locale.ROOT, ", %,d %s", count, kind)));
        out.printf(
                Locale.ROOT,
                "%s: %,d read%s, %,d with problems%s%n",
                system,
                report.read(),
                counts,
                report.problems(),
                result.whole() ? "" : ", not read to the end");
        result.problems().forEach(problem -> out.println("problem: " + text(problem)));
        if (report.problems() > result.problems().size()) {
            out.printf(
                    Locale.ROOT,
                    "%,d more problems%n",
                    report.problems() - result.problems().size());
        }
        report.without().forEach((file, count) -> out.printf(Locale.ROOT, "without a record: %s, %,d%n", file, count));
        for (LeftOut field : report.leftOut()) {
            out.printf(
                    Locale.ROOT,
                    "left out: %s %s, %s (%,d)%n",
                    field.file(),
                    field.path(),
                    field.reason(),
                    field.values());
        }
    }

    static String text(Problem problem) {
        return problem.origin().file() + ", record " + problem.origin().number()
                + (problem.origin().line() > 0 ? ", line " + problem.origin().line() : "")
                + (problem.pointer().isEmpty() ? "" : ", " + problem.pointer())
                + ": " + problem.code() + ": " + problem.message();
    }

    /** As one line, beside those of the server's answer. */
    static String json(ConvertedInput.Result result) {
        ObjectNode line = JSON.createObjectNode().put("type", "conversion").put("whole", result.whole());
        Report report = result.report();
        line.put("read", report.read());
        line.set("written", JSON.valueToTree(report.written()));
        line.put("problems", report.problems());
        result.problems().forEach(problem -> line.withArray("firstProblems").add(json(problem)));
        line.set("without", JSON.valueToTree(report.without()));
        line.set("leftOut", JSON.valueToTree(report.leftOut()));
        return line.toString();
    }

    static ObjectNode json(Problem problem) {
        return JSON.createObjectNode()
                .put("file", problem.origin().file())
                .put("number", problem.origin().number())
                .put("line", problem.origin().line())
                .put("pointer", problem.pointer())
                .put("code", problem.code())
                .put("message", problem.message())
                .put("last", problem.last());
    }
}
