// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.example.broken;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/** Ways to break a document. */
final class BrokenDocument {

    private static final List<String> VALUES = List.of("{}", "[]", "[[]]", "0", "-1.5e300", "true", "\"text\"", "\"\"");

    private static final List<String> FIELDS = List.of(
            "realm",
            "users",
            "roles",
            "groups",
            "clients",
            "organizations",
            "clientScopes",
            "identityProviders",
            "identityProviderMappers",
            "authenticationFlows",
            "defaultRole",
            "defaultDefaultClientScopes",
            "components",
            "federatedUsers");

    private static final List<String> USER_FIELDS = List.of(
            "username",
            "enabled",
            "attributes",
            "realmRoles",
            "groups",
            "credentials",
            "clientRoles",
            "email",
            "requiredActions",
            "federatedIdentities",
            "serviceAccountClientId",
            "organizations",
            "id");

    private final GoodDocument good;
    private final SplittableRandom random;
    private final List<Supplier<Map<String, Object>>> ways = List.of(
            this::truncated,
            this::sectionTwice,
            this::anotherOrder,
            this::wrongTypeOfField,
            this::wrongElement,
            this::wrongTypeInElement,
            this::nested,
            this::badText,
            this::hugeValue,
            this::fieldTwice,
            this::severalDocuments,
            this::flippedInElement,
            this::flippedAnywhere,
            this::unknownFields,
            this::groups,
            this::encoded,
            this::noDocument);

    BrokenDocument(GoodDocument good, SplittableRandom random) {
        this.good = good;
        this.random = random;
    }

    Map<String, Object> broken(int number) {
        return ways.get(number % ways.size()).get();
    }

    static Map<String, Object> input(String type, String fault, byte[] body, List<String> good, boolean refused) {
        return Map.of(
                BrokenInputs.TYPE, type,
                BrokenInputs.FAULT, fault,
                BrokenInputs.BODY, body,
                BrokenInputs.GOOD, good,
                BrokenInputs.REFUSED, refused);
    }

    private static Map<String, Object> document(String fault, String text, List<String> good) {
        return input("application/json", fault, text.getBytes(StandardCharsets.UTF_8), good, false);
    }

    private static Map<String, Object> refused(String fault, byte[] body) {
        return input("application/json", fault, body, List.of(), true);
    }

    private static Map<String, Object> refused(String fault, String text) {
        return refused(fault, text.getBytes(StandardCharsets.UTF_8));
    }

    private <T> T one(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    private Map<String, Object> truncated() {
        byte[] whole = good.text().getBytes(StandardCharsets.UTF_8);
        return refused("truncated", Arrays.copyOf(whole, 1 + random.nextInt(whole.length - 1)));
    }

    private Map<String, Object> sectionTwice() {
        good.text();
        List<String> names = List.copyOf(good.fields.keySet());
        String twice = one(names);
        return refused(twice + " twice", good.text(names).replaceFirst("\\{", "{\"" + twice + "\":null,"));
    }

    private Map<String, Object> anotherOrder() {
        return document("another order", good.shuffled(random), good.names);
    }

    private Map<String, Object> wrongTypeOfField() {
        String field = one(FIELDS);
        String value = one(VALUES);
        String text = good.text(List.of("displayName"));
        return document(
                field + " is " + value, text.replaceFirst("\\{", "{\"" + field + "\":" + value + ","), List.of());
    }

    private Map<String, Object> wrongElement() {
        String value = random.nextInt(4) == 0 ? "null" : one(VALUES);
        good.breakVictim(value);
        return document("user " + value, good.text(), good.others());
    }

    private Map<String, Object> wrongTypeInElement() {
        String field = one(USER_FIELDS);
        String value = one(VALUES);
        good.breakVictim("{\"username\":\"victim\",\"" + field + "\":" + value + "}");
        if (field.equals("username")) {
            good.breakVictim("{\"username\":" + value + "}");
        }
        return document("user with " + field + " " + value, good.text(), good.others());
    }

    private Map<String, Object> nested() {
        int depth = 1 + random.nextInt(random.nextBoolean() ? 100 : 3000);
        boolean arrays = random.nextBoolean();
        String value = (arrays ? "[" : "{\"a\":").repeat(depth) + "0" + (arrays ? "]" : "}").repeat(depth);
        good.breakVictim("{\"username\":\"victim\",\"attributes\":" + value + "}");
        return document("nested " + depth + " deep", good.text(), good.others());
    }

    private Map<String, Object> badText() {
        byte[] text = good.text().getBytes(StandardCharsets.UTF_8);
        int at = new String(text, StandardCharsets.ISO_8859_1).indexOf("lastName") + 11 + random.nextInt(3);
        byte[][] bad = {{(byte) 0xff}, {(byte) 0xc3}, {(byte) 0xed, (byte) 0xa0, (byte) 0x80}, {0}, {'\n'}, {'\\', 'x'}
        };
        byte[] piece = bad[random.nextInt(bad.length)];
        byte[] body = Arrays.copyOf(text, text.length + piece.length);
        System.arraycopy(piece, 0, body, at, piece.length);
        System.arraycopy(text, at, body, at + piece.length, text.length - at);
        return input("application/json", "bad text", body, good.others(), false);
    }

    private Map<String, Object> hugeValue() {
        int length = 1 << (8 + random.nextInt(13));
        String value = switch (random.nextInt(4)) {
            case 0 -> "\"" + "x".repeat(length) + "\"";
            case 1 -> "\"" + "\\u0000".repeat(length / 6) + "\"";
            case 2 -> "9".repeat(length);
            default -> "1e" + "9".repeat(1 + random.nextInt(12));
        };
        good.breakVictim("{\"username\":" + (random.nextBoolean() ? "\"victim\",\"lastName\":" : "") + value + "}");
        return document("a value of " + length + " characters", good.text(), good.others());
    }

    private Map<String, Object> fieldTwice() {
        good.breakVictim(good.victim().replaceFirst("\\{", "{\"username\":\"victim\","));
        return document("a field twice", good.text(), good.others());
    }

    private Map<String, Object> severalDocuments() {
        String text = good.text();
        return switch (random.nextInt(4)) {
            case 0 ->
                document(
                        "users in front",
                        good.usersAlone(0, 1) + "\n" + good.realmAlone() + good.usersAlone(1, good.users.size()),
                        good.names);
            case 1 -> refused("another realm behind", text + "{\"realm\":\"other\"}");
            case 2 -> refused("a value between", text + " 7 " + text);
            default -> refused("a bracket behind", text + "]");
        };
    }

    /** A byte of one user is another one. It may still be a user. */
    private Map<String, Object> flippedInElement() {
        byte[] victim = good.victim().getBytes(StandardCharsets.ISO_8859_1);
        int at = random.nextInt(victim.length);
        victim[at] ^= (byte) (1 << random.nextInt(7));
        good.breakVictim(new String(victim, StandardCharsets.ISO_8859_1));
        return input(
                "application/json",
                "byte " + at + " of a user",
                good.text().getBytes(StandardCharsets.ISO_8859_1),
                good.others(),
                false);
    }

    private Map<String, Object> flippedAnywhere() {
        byte[] body = good.text().getBytes(StandardCharsets.UTF_8);
        for (int i = random.nextInt(8); i >= 0; i--) {
            body[random.nextInt(body.length)] = (byte) random.nextInt(256);
        }
        return input("application/json", "bytes anywhere", body, List.of(), false);
    }

    private Map<String, Object> unknownFields() {
        StringBuilder fields = new StringBuilder("{");
        for (int i = random.nextInt(5000); i >= 0; i--) {
            fields.append("\"unknown-")
                    .append(i)
                    .append("\":")
                    .append(one(VALUES))
                    .append(',');
        }
        String longName = random.nextInt(4) == 0 ? "\"" + "n".repeat(1 << random.nextInt(18)) + "\":1," : "";
        String text = good.text();
        return document("unknown fields", fields + longName + text.substring(1), good.names);
    }

    /** One name in the paths of many. */
    private Map<String, Object> groups() {
        int width = random.nextInt(300);
        int depth = random.nextInt(300);
        String child = "{\"name\":\"g\"},";
        good.fields.put(
                "groups",
                "[{\"name\":\"" + "g".repeat(1 << random.nextInt(12)) + "\",\"subGroups\":[" + child.repeat(width)
                        + "{\"name\":\"g\",\"subGroups\":[".repeat(depth) + "]}".repeat(depth) + "]}]");
        return document(
                "groups " + width + " wide and " + depth + " deep", good.text().replace(",]", "]"), good.names);
    }

    private Map<String, Object> encoded() {
        String text = good.text();
        return switch (random.nextInt(5)) {
            case 0 -> refused("UTF-16", text.getBytes(StandardCharsets.UTF_16));
            case 1 -> refused("UTF-16 without a mark", text.getBytes(StandardCharsets.UTF_16LE));
            case 2 -> refused("UTF-16 behind a space", (" " + text).getBytes(StandardCharsets.UTF_16BE));
            case 3 -> refused("zeros", text.replaceFirst("\\{", " {\0\0\0"));
            default -> document("a byte order mark", "\uFEFF" + text, good.names);
        };
    }

    private Map<String, Object> noDocument() {
        return refused(
                "no document",
                one(List.of(
                        "",
                        " ",
                        "{}",
                        "null",
                        "7",
                        "\"",
                        "{",
                        "}",
                        "{\"realm\":null}x",
                        "{\"username\":\"x\"}",
                        "{\"realm\":5}",
                        "{\"realm\":[\"a\"]}",
                        "{\"realm\":{\"users\":[]}}",
                        "{\"roles\":{\"client\":{\"x\":null}}}",
                        "{\"roles\":{\"other\":[{}]}}",
                        "PK\3\4",
                        "\u001f\u008b")));
    }
}
