// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.undo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class KeptLinesTest {

    private static final JsonMapper JSON = new JsonMapper();

    private static KeptObject object(long line, String text) {
        return new KeptObject(line, "roles", "key\n" + line, "id-" + line, new TextNode(text), "print", null);
    }

    @Test
    void whatIsKeptIsReadBack() throws IOException {
        List<KeptObject> objects = List.of(object(1, "a\nb ä"), new KeptObject(2, "roles", "k", "i", null, null, 7));

        List<byte[]> parts = KeptLines.write(objects);

        assertThat(parts).hasSize(1);
        List<KeptObject> read = new ArrayList<>();
        for (byte[] line : KeptLines.read(parts.get(0))) {
            read.add(JSON.readValue(line, KeptObject.class));
        }
        assertThat(read).isEqualTo(objects);
    }

    @Test
    void largeObjectsComeInSeveralParts_whichAreSmallerThanWhatTheyHold() {
        List<KeptObject> objects = new ArrayList<>();
        for (int i = 1; i <= 5; i++) {
            objects.add(object(i, "x".repeat(KeptLines.PART_BYTES / 2)));
        }

        List<byte[]> parts = KeptLines.write(objects);

        assertThat(parts).hasSize(3).allSatisfy(part -> assertThat(part).hasSizeLessThan(KeptLines.PART_BYTES / 10));
        assertThat(parts.stream().mapToInt(part -> KeptLines.read(part).size()).sum())
                .isEqualTo(objects.size());
    }

    /** As docs/undo.md says. */
    @Test
    void anAddedObjectNeedsFewBytes() {
        Random random = new Random(7);
        List<KeptObject> objects = new ArrayList<>();
        for (int i = 1; i <= 1000; i++) {
            byte[] print = new byte[32];
            random.nextBytes(print);
            String id = "01a215f4-bd9b-7%03x-%s"
                    .formatted(i, UUID.randomUUID().toString().substring(19));
            objects.add(new KeptObject(
                    i, "roles", "role-" + i, id, null, HexFormat.of().formatHex(print), null));
        }

        assertThat(KeptLines.write(objects))
                .hasSize(1)
                .allSatisfy(part -> assertThat(part).hasSizeBetween(50 * objects.size(), 80 * objects.size()));
    }

    @Test
    void nothingIsKeptOfNothing() {
        assertThat(KeptLines.write(List.of())).isEmpty();
    }
}
