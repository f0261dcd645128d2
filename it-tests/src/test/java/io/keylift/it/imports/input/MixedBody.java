// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.input;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.imports.support.ImportAnswer;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** A body with valid and invalid records, and the expected outcome of each. */
final class MixedBody {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final Map<Long, BadLine> bad = new TreeMap<>();
    private final Map<Long, String> good = new LinkedHashMap<>();
    private final String separator;
    private long line;

    /** @param separator stands between records */
    private MixedBody(String opening, String separator) {
        write(opening);
        this.separator = separator;
    }

    static MixedBody lines() {
        return new MixedBody("", "\n");
    }

    static MixedBody array() {
        return new MixedBody(" [", " ,\n");
    }

    static MixedBody csv(String header) {
        return new MixedBody(header + "\n", "\n");
    }

    void addBad(BadLine record) {
        bad.put(begin(), record);
        bytes.writeBytes(record.bytes());
    }

    void addGood(String username, String record) {
        good.put(begin(), username);
        write(record);
    }

    /** A line without a record in it; it counts as a line. */
    void addBlankLine(String blanks) {
        begin();
        write(blanks);
    }

    private long begin() {
        if (line++ > 0) {
            write(separator);
        }
        return line;
    }

    MixedBody end(String closing) {
        write(closing);
        return this;
    }

    private void write(String text) {
        bytes.writeBytes(text.getBytes(StandardCharsets.UTF_8));
    }

    byte[] bytes() {
        return bytes.toByteArray();
    }

    int badLines() {
        return bad.size();
    }

    List<String> goodNames() {
        return List.copyOf(good.values());
    }

    /** Each bad record is rejected once and for the right reason, each good one is added. */
    void assertOutcomes(ImportAnswer answer, Set<String> knownCodes) {
        assertThat(answer.status()).as("%s", answer.lines()).isEqualTo(200);
        assertThat(answer.end()).isEqualTo("COMPLETED");
        answer.addsUp();
        List<String> wrong = new ArrayList<>();
        Map<Long, JsonNode> rejects = new TreeMap<>();
        for (JsonNode reject : answer.rejects()) {
            long number = reject.get("line").asLong();
            if (rejects.put(number, reject) != null) {
                wrong.add("line " + number + " is rejected twice");
            }
            if (!bad.containsKey(number)) {
                wrong.add("a good line is rejected: " + good.get(number) + " " + reject);
            }
            if (!knownCodes.contains(reject.get("code").asText())) {
                wrong.add("docs/reject-codes.md does not have the code of " + reject);
            }
        }
        bad.forEach((number, record) -> {
            String fault = fault(record, rejects.get(number));
            if (fault != null) {
                wrong.add(fault + ": " + record);
            }
        });
        assertThat(wrong).isEmpty();
        assertThat(answer.count("added")).isEqualTo(good.size());
        assertThat(answer.count("rejected")).isEqualTo(bad.size());
    }

    private static String fault(BadLine record, JsonNode reject) {
        if (reject == null) {
            return "not rejected";
        }
        String code = reject.get("code").asText();
        String pointer = reject.get("pointer").asText();
        boolean pointed = record.pointer().isEmpty() ? pointer.isEmpty() : pointer.startsWith(record.pointer());
        if (!code.equals(record.code()) || !pointed) {
            return code + " at \"" + pointer + "\" (" + reject.get("message").asText() + ") instead of " + record.code()
                    + " at \"" + record.pointer() + "\"";
        }
        return reject.get("message").asText().isBlank() ? "rejected without a message" : null;
    }
}
