// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.keylift.bulkimport.input.InputException;
import io.keylift.bulkimport.input.InputFormat;
import io.keylift.bulkimport.input.InputLimits;
import io.keylift.bulkimport.input.InputRecord;
import io.keylift.bulkimport.input.KindRecords;
import io.keylift.bulkimport.input.RecordReader;
import io.keylift.bulkimport.spool.SpoolSpace;
import io.keylift.example.broken.BrokenInputs;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever is wrong with a document or an archive, it is refused with a code, or nothing good in it is lost. */
class BrokenInputsTest {

    private static final int INPUTS = Integer.getInteger("inputs", 2000);
    private static final long SEED = Long.getLong("seed", 26);
    private static final long ROOM = 64 << 20;
    private static final InputLimits LIMITS = new InputLimits(4096, 200, 0);
    private static final Target TARGET = new Target("target", "default-roles-target", Map.of(), Map.of(), false, true);

    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    Path directory;

    @Test
    void anInputIsRefusedWithACodeOrNothingGoodIsLost() throws IOException {
        SpoolSpace space = new SpoolSpace(directory, ROOM);
        BrokenInputs inputs = new BrokenInputs(SEED);
        Map<String, Integer> outcomes = new TreeMap<>();
        for (int i = 0; i < INPUTS; i++) {
            Map<String, Object> input = inputs.apply(i);
            String what = "seed " + SEED + ", input " + i + ": " + input.get(BrokenInputs.FAULT);
            String outcome = outcome(input, what, space);
            outcomes.merge(outcome, 1, Integer::sum);
            assertThat(space.take(ROOM)).as("all room is free after %s", what).isTrue();
            space.giveBack(ROOM);
        }

        assertThat(openFiles()).isEmpty();
        assertThat(outcomes)
                .as("everything happens")
                .containsKeys(
                        "read",
                        "malformed_document",
                        "malformed_archive",
                        "unsafe_entry",
                        "duplicate_entry",
                        "unsupported_entry",
                        "corrupt_entry",
                        "archive_ratio",
                        "document_too_large",
                        "no_realm_document",
                        "several_realm_documents");
    }

    private static String outcome(Map<String, Object> input, String what, SpoolSpace space) throws IOException {
        InputFormat format =
                input.get(BrokenInputs.TYPE).equals("application/zip") ? InputFormat.ZIP : InputFormat.JSON_ARRAY;
        byte[] body = (byte[]) input.get(BrokenInputs.BODY);
        Set<String> found = new HashSet<>();
        try (RecordReader lines = new KindRecords(
                format.open(new ByteArrayInputStream(body), false, LIMITS, new DocumentReader(TARGET, space)),
                kind -> true)) {
            for (InputRecord record = lines.next(); record != null; record = lines.next()) {
                if (record.fault() == null && record.kind().equals("users")) {
                    found.add(JSON.readTree(record.json()).path("username").asText());
                }
            }
        } catch (InputException e) {
            assertThat(e.code()).isNotBlank();
            return e.code();
        } catch (IOException | RuntimeException e) {
            return fail(what, e);
        }
        assertThat(input.get(BrokenInputs.REFUSED)).as("refused: %s", what).isEqualTo(false);
        List<?> good = (List<?>) input.get(BrokenInputs.GOOD);
        assertThat(found)
                .as(what)
                .containsAll(good.stream().map(Object::toString).toList());
        return "read";
    }

    private List<Path> openFiles() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
            return files.filter(Files::isSymbolicLink)
                    .map(BrokenInputsTest::target)
                    .filter(target -> target.startsWith(directory))
                    .toList();
        }
    }

    private static Path target(Path link) {
        try {
            return Files.readSymbolicLink(link);
        } catch (IOException e) {
            return link; // closed meanwhile
        }
    }
}
