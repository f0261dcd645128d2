// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.input;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Rows of CSV below {@link #HEADER} that must be rejected. */
final class BadRows {

    static final String HEADER =
            "username,email,firstName,enabled,createdTimestamp,attributes.jobTitle,realmRoles[],organizations.0.alias";

    private static final int COLUMNS = 8;

    private final Random random;

    BadRows(Random random) {
        this.random = random;
    }

    BadLine next(String name) {
        return switch (random.nextInt(6)) {
            case 0 -> BadLine.of(row(name) + ",".repeat(1 + random.nextInt(3)), "column_count", "");
            case 1 -> BadLine.of(name + ",".repeat(random.nextInt(COLUMNS - 1)), "column_count", "");
            case 2 ->
                BadLine.of(
                        name + pick(List.of(",a\"b", ",\"a\"b", ",\"a\" ", ", \"a\"", ",\"\"\"a\"\"\"b")) + ",,,,,,",
                        "malformed_csv",
                        "");
            case 3 -> notUtf8(name);
            default -> value(name);
        };
    }

    private BadLine value(String name) {
        int column = 1 + random.nextInt(COLUMNS - 1);
        return switch (column) {
            case 1 -> cell(name, column, "no-address", "invalid", "/email");
            case 2 -> cell(name, column, "x".repeat(300), "too_long", "/firstName");
            case 3 ->
                cell(name, column, pick(List.of("maybe", "ja", "truee", "\"tr\"\"ue\"")), "wrong_type", "/enabled");
            case 4 -> cell(name, column, pick(List.of("soon", "1.5.2020", "12 34")), "wrong_type", "/createdTimestamp");
            case 5 -> cell(name, column, "\"" + "long, ".repeat(60) + "\"", "too_long", "/attributes/jobTitle");
            case 6 -> cell(name, column, "auditor|no-such-role", "unknown_role", "/realmRoles/1");
            default -> cell(name, column, "no-such-organization", "unknown_organization", "/organizations/0");
        };
    }

    private static BadLine cell(String name, int column, String value, String code, String pointer) {
        List<String> cells = new ArrayList<>(List.of(name, "", "", "", "", "", "", ""));
        cells.set(column, value);
        return BadLine.of(String.join(",", cells), code, pointer);
    }

    private BadLine notUtf8(String name) {
        ByteArrayOutputStream row = new ByteArrayOutputStream();
        row.writeBytes((name + ",,a").getBytes(StandardCharsets.UTF_8));
        row.write(128 + random.nextInt(64));
        row.writeBytes(",,,,,".getBytes(StandardCharsets.UTF_8));
        return new BadLine(row.toByteArray(), "malformed_utf8", "");
    }

    /** A row that is good: quotes, commas and line ends within cells, lists of several values, cells without one. */
    static String row(String name) {
        return name + "," + name + "@good.example,Zo\u00eb,true,,\"\"\"7\"\",\nor so\",auditor|sales,acme";
    }

    private <T> T pick(List<T> from) {
        return from.get(random.nextInt(from.size()));
    }
}
