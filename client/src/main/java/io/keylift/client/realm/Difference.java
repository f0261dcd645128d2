// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.realm;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A setting that two realms have differently. Its text shows no secret.
 *
 * @param path names from the outer to the inner one
 * @param source value to have; {@code null} for none
 * @param target value of the realm; {@code null} for none
 */
public record Difference(List<String> path, JsonNode source, JsonNode target) {

    private static final int MOST_CHARACTERS = 60;

    private static final Pattern SECRET = Pattern.compile(".*(password|secret|credential|private ?key|codesecret).*");

    /** The setting or the group of settings that it is part of, such as {@code components}. */
    public String section() {
        return path.get(0);
    }

    @Override
    public String toString() {
        String place = String.join("/", path);
        if (target == null) {
            return "+ " + place + ": " + shown(source);
        }
        if (source == null) {
            return "- " + place + ": " + shown(target);
        }
        return "~ " + place + ": " + shown(target) + " -> " + shown(source);
    }

    private String shown(JsonNode value) {
        if (SECRET.matcher(path.get(path.size() - 1).toLowerCase(Locale.ROOT)).matches()
                && !path.get(path.size() - 1).equals("passwordPolicy")) {
            return "(secret)";
        }
        if (value.isObject()) {
            return "(" + value.size() + " values)";
        }
        String text = value.toString();
        return text.length() > MOST_CHARACTERS ? text.substring(0, MOST_CHARACTERS) + "…" : text;
    }
}
