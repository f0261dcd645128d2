// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.input;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Lines that are JSON objects in UTF-8 with one invalid field, which the pointer of the reject must name. */
abstract class BadFields {

    static final String NUL = "\\u0000";

    /** Escapes of what PostgreSQL cannot store: NUL, and halves of surrogate pairs. */
    static final List<String> UNSTORABLE =
            List.of(NUL, "a" + NUL + "b", "\\ud800", "a\\udc00b", "\\udc00\\ud800", "\\ud83d x");

    private record Fault(String field, String value, String code, String pointer) {}

    private final Random random;
    private final String key;
    private final List<Fault> faults = new ArrayList<>();

    /** @param key field that every record needs */
    BadFields(Random random, String key) {
        this.random = random;
        this.key = key;
    }

    /** A value of a field that makes a record bad; NAME in it becomes the record's own name. */
    final void add(String field, String value, String code, String pointer) {
        faults.add(new Fault(field, value, code, pointer));
    }

    /** Any of the faults, in a record of this name. */
    final BadLine next(String name) {
        return line(faults.get(random.nextInt(faults.size())), name);
    }

    private BadLine line(Fault fault, String name) {
        String field = "\"" + fault.field() + "\":" + fault.value().replace("NAME", name);
        String named = "\"" + key + "\":\"" + name + "\"";
        if (fault.field().equals(key)) {
            return BadLine.of("{" + field + "}", fault.code(), fault.pointer());
        }
        // A field at fault is found wherever it stands.
        String fields = random.nextBoolean() ? named + "," + field : field + "," + named;
        return BadLine.of("{" + fields + "}", fault.code(), fault.pointer());
    }

    /** Every fault once. */
    final List<BadLine> all(String prefix) {
        List<BadLine> all = new ArrayList<>();
        for (Fault fault : faults) {
            all.add(line(fault, prefix + all.size()));
        }
        return all;
    }
}
