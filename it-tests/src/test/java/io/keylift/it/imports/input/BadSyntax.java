// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.input;

import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Lines that are not JSON objects in UTF-8: truncated, wrongly encoded, nested too deeply, or with trailing characters.
 */
final class BadSyntax {

    private static final List<String> NO_OBJECTS = List.of(
            "null",
            "true",
            "42",
            "-1.5e3",
            "\"text\"",
            "[]",
            "[1,2]",
            "nonsense",
            "{",
            "}",
            "]",
            ",",
            ":",
            "{]",
            "[}",
            "{{}}",
            "\"",
            "'",
            "<user/>",
            "---",
            "username,email",
            "{\"username\"}",
            "{\"username\":}",
            "{:1}",
            "//",
            "\\");

    /** In place of the value of a field. */
    private static final List<String> NO_VALUES = List.of(
            "nul",
            "True",
            "undefined",
            "NaN",
            "Infinity",
            "-",
            "+1",
            "01",
            "1.",
            ".5",
            "1e",
            "0x1f",
            "'quoted'",
            "\"open",
            "\"bad \\q escape\"",
            "\"\\u12g4\"",
            "\"\\u12\"",
            "/* */ 1",
            "1 2",
            "\"a\" \"b\"",
            "}",
            "]");

    /** Not UTF-8: lone and missing continuations, overlong forms, surrogates, beyond the last code point. */
    private static final List<int[]> NO_UTF8 = List.of(
            new int[] {0xff},
            new int[] {0xfe, 0xff},
            new int[] {0x80},
            new int[] {0xbf, 0xbf},
            new int[] {0xc3},
            new int[] {0xc3, 0x28},
            new int[] {0xe2, 0x82},
            new int[] {0xe2, 0x28, 0xa1},
            new int[] {0xf0, 0x9f, 0x98},
            new int[] {0xf0, 0x28, 0x8c, 0xbc},
            new int[] {0xc0, 0x80},
            new int[] {0xc1, 0xa1},
            new int[] {0xe0, 0x81, 0xa1},
            new int[] {0xf0, 0x80, 0x81, 0xa1},
            new int[] {0xed, 0xa0, 0x80},
            new int[] {0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80},
            new int[] {0xf4, 0x90, 0x80, 0x80},
            new int[] {0xf8, 0x88, 0x80, 0x80, 0x80});

    /** A runtime without the module {@code jdk.charsets} lacks IBM500. */
    private static final List<Charset> OTHER_CHARSETS = Stream.of(
                    "UTF-16", "UTF-16BE", "UTF-16LE", "UTF-32", "UTF-32BE", "UTF-32LE", "IBM500")
            .filter(Charset::isSupported)
            .map(Charset::forName)
            .toList();

    private final Random random;

    BadSyntax(Random random) {
        this.random = random;
    }

    BadLine next(String name) {
        return switch (random.nextInt(10)) {
            case 0, 1 -> truncated(name);
            case 2 -> BadLine.malformed(pick(NO_OBJECTS));
            case 3 -> BadLine.malformed("{\"username\":\"" + name + "\",\"firstName\":" + pick(NO_VALUES) + "}");
            case 4 -> badlyEncoded(name);
            case 5 -> new BadLine(person(name).getBytes(pick(OTHER_CHARSETS)), "malformed_json", "");
            case 6 -> controlCharacter(name);
            case 7 -> trailing(name);
            case 8 -> twice(name);
            default -> deep(name);
        };
    }

    /**
     * An element of an array that spoils no other: its quotes are closed, its brackets wrong or too many, not too few.
     */
    static BadLine element(Random random, String name) {
        List<String> elements = List.of(
                "{\"username\":\"" + name + "\"}}",
                "{\"username\":\"" + name + "\"]}",
                "{\"username\":\"" + name + "\"}}}}",
                "{\"username\" \"" + name + "\"}",
                "{\"username\":\"" + name + "\"} {\"username\":\"" + name + "-second\"}",
                "\"" + name + "\"",
                "nonsense",
                "null",
                "7",
                "[]",
                "");
        return BadLine.malformed(elements.get(random.nextInt(elements.size())));
    }

    private BadLine truncated(String name) {
        byte[] whole = person(name).getBytes(StandardCharsets.UTF_8);
        return BadLine.malformed(Arrays.copyOf(whole, 1 + random.nextInt(whole.length - 1)));
    }

    private BadLine badlyEncoded(String name) {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        line.writeBytes(
                ("{\"username\":\"" + name + "\",\"" + pick(List.of("firstName", "lastName", "email")) + "\":\"before")
                        .getBytes(StandardCharsets.UTF_8));
        for (int unit : pick(NO_UTF8)) {
            line.write(unit);
        }
        line.writeBytes("behind\"}".getBytes(StandardCharsets.UTF_8));
        return BadLine.malformed(line.toByteArray());
    }

    /** JSON has them escaped. Line feed is left out: it would make two lines. */
    private BadLine controlCharacter(String name) {
        char control = (char) random.nextInt(' ');
        return BadLine.malformed(
                "{\"username\":\"" + name + "\",\"firstName\":\"a" + (control == '\n' ? '\t' : control) + "b\"}");
    }

    private BadLine trailing(String name) {
        return BadLine.malformed(person(name)
                + pick(List.of(
                        " x", ",", "}", "]", " {}", "{\"username\":\"" + name + "-second\"}", ";", "\u0000", " null")));
    }

    private BadLine twice(String name) {
        Map.Entry<String, String> rest = pick(List.of(
                Map.entry("\"username\":\"" + name + "\"", "/username"),
                Map.entry("\"enabled\":true,\"enabled\":false", "/enabled"),
                Map.entry("\"attributes\":{\"a\":[\"1\"],\"a\":[\"2\"]}", "/attributes/a"),
                Map.entry("\"clientRoles\":{\"shop\":[],\"shop\":[]}", "/clientRoles/shop"),
                Map.entry("\"organizations\":[{\"alias\":\"a\",\"alias\":\"b\"}]", "/organizations/0/alias")));
        return BadLine.of("{\"username\":\"" + name + "\"," + rest.getKey() + "}", "malformed_json", rest.getValue());
    }

    private BadLine deep(String name) {
        int depth = 60 + random.nextInt(3000);
        String open = pick(List.of("[", "{\"a\":"));
        String close = open.equals("[") ? "]" : "}";
        return BadLine.of(
                "{\"username\":\"" + name + "\",\"attributes\":{\"a\":" + open.repeat(depth) + close.repeat(depth)
                        + "}}",
                "wrong_type",
                "/attributes/a");
    }

    private <T> T pick(List<T> from) {
        return from.get(random.nextInt(from.size()));
    }

    private static String person(String name) {
        return "{\"username\":\"" + name + "\",\"email\":\"" + name + "@bad.example\",\"firstName\":\"Zo\u00eb\","
                + "\"attributes\":{\"team\":[\"a\",\"b\"]},\"realmRoles\":[\"auditor\"],\"enabled\":true}";
    }
}
