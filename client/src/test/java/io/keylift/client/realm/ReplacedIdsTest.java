// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.realm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Ids in documents of any length. */
class ReplacedIdsTest {

    private static final String OLD = "0b5c8d6e-0000-4000-8000-000000000001";
    private static final String NEW = "ffffffff-0000-4000-8000-000000000002";
    private static final String SHORT = "R0zgXuVzTnaAUUwEMy6B-g";
    private static final String NEW_SHORT = "xxxxXuVzTnaAUUwEMy6B-g";

    private static String read(String document, int most) throws IOException {
        InputStream source = new ByteArrayInputStream(document.getBytes(StandardCharsets.UTF_8)) {
            @Override
            public synchronized int read(byte[] bytes, int offset, int length) {
                return super.read(bytes, offset, Math.min(length, most));
            }
        };
        try (InputStream in = new ReplacedIds(source, Map.of(OLD, NEW, SHORT, NEW_SHORT))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void anIdIsReplacedWhereverTheBlocksEnd() throws Exception {
        Random random = new Random(1);
        StringBuilder document = new StringBuilder();
        for (int i = 0; i < 5000; i++) {
            document.append("{\"federationLink\":\"")
                    .append(i % 2 == 0 ? OLD : SHORT)
                    .append("\",\"x\":\"");
            document.append("y".repeat(random.nextInt(60))).append("\"}\n");
        }
        String expected = document.toString().replace(OLD, NEW).replace(SHORT, NEW_SHORT);
        for (int most : new int[] {1, 7, 38, 1 << 20}) {
            assertThat(read(document.toString(), most)).isEqualTo(expected);
        }
    }

    @Test
    void onlyWholeTextsAreIds() throws Exception {
        String document = "{\"a\":\"see " + OLD + "\",\"b\":\"" + OLD + "!\",\"c\":\"" + OLD.substring(1) + "\"}\"";

        assertThat(read(document, 5)).isEqualTo(document);
    }
}
