// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.formats;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;
import java.util.UUID;

/** Bytes in the encodings of other systems. */
final class Bytes {

    private static final String BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

    private Bytes() {}

    /** From one encoding to another: utf8, hex, base64, base32. Base64 has either alphabet, its result no padding. */
    static String recode(String text, String from, String to) {
        try {
            return write(read(text, from), to);
        } catch (IllegalArgumentException | CharacterCodingException e) {
            return null;
        }
    }

    private static byte[] read(String text, String encoding) {
        String plain = text.strip();
        return switch (encoding) {
            case "utf8" -> text.getBytes(StandardCharsets.UTF_8);
            case "hex" -> HexFormat.of().parseHex(plain.toLowerCase(Locale.ROOT));
            case "base64" -> Base64.getDecoder().decode(plain.replace('-', '+').replace('_', '/'));
            case "base32" ->
                base32(plain.toUpperCase(Locale.ROOT).replace("=", "").replace(" ", ""));
            default -> throw new IllegalArgumentException(encoding);
        };
    }

    private static String write(byte[] bytes, String encoding) throws CharacterCodingException {
        return switch (encoding) {
            case "utf8" ->
                StandardCharsets.UTF_8
                        .newDecoder()
                        .decode(ByteBuffer.wrap(bytes))
                        .toString();
            case "hex" -> HexFormat.of().formatHex(bytes);
            case "base64" -> Base64.getEncoder().withoutPadding().encodeToString(bytes);
            case "base32" -> base32(bytes);
            default -> throw new IllegalArgumentException(encoding);
        };
    }

    /** The UUID of an {@code objectGUID}, whose first three groups are little-endian. */
    static String guid(String base64) {
        byte[] bytes = Base64.getDecoder().decode(base64);
        if (bytes.length != 16) {
            return null;
        }
        int[] order = {3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15};
        ByteBuffer ordered = ByteBuffer.allocate(16);
        for (int i : order) {
            ordered.put(bytes[i]);
        }
        ordered.flip();
        return new UUID(ordered.getLong(), ordered.getLong()).toString();
    }

    private static byte[] base32(String text) {
        ByteBuffer bytes = ByteBuffer.allocate(text.length() * 5 / 8);
        int bits = 0;
        int waiting = 0;
        for (char each : text.toCharArray()) {
            int value = BASE32.indexOf(each);
            if (value < 0) {
                throw new IllegalArgumentException("No base32");
            }
            waiting = waiting << 5 | value;
            bits += 5;
            if (bits >= 8) {
                bits -= 8;
                bytes.put((byte) (waiting >> bits));
                waiting &= (1 << bits) - 1;
            }
        }
        return bytes.array();
    }

    private static String base32(byte[] bytes) {
        StringBuilder text = new StringBuilder();
        int bits = 0;
        int waiting = 0;
        for (byte each : bytes) {
            waiting = waiting << 8 | each & 0xff;
            bits += 8;
            while (bits >= 5) {
                bits -= 5;
                text.append(BASE32.charAt(waiting >> bits & 31));
                waiting &= (1 << bits) - 1;
            }
        }
        return bits == 0
                ? text.toString()
                : text.append(BASE32.charAt(waiting << 5 - bits & 31)).toString();
    }
}
