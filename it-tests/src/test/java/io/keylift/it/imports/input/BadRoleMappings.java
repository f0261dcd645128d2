// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.input;

import java.util.List;
import java.util.Random;

/** Role mappings with one invalid field; if no field is invalid, the user does not exist. */
final class BadRoleMappings extends BadFields {

    BadRoleMappings(Random random) {
        super(random, "username");
        for (String text : List.of("username", "email", "userId", "group")) {
            for (String value : List.of("{}", "[]", "[\"a\",\"b\"]")) {
                add(text, value, "wrong_type", "/" + text);
            }
            add(text, "\"\"", "missing", "/" + text);
        }
        for (String value : List.of("{}", "[{}]", "[[]]")) {
            add("realmRoles", value, "wrong_type", "/realmRoles");
        }
        for (String value : List.of("\"a\"", "[]", "{\"a\":{}}", "{\"a\":[{}]}")) {
            add("clientRoles", value, "wrong_type", "/clientRoles");
        }
        add("roles", "[\"reader\"]", "unknown_field", "/roles");
        add("username", "null", "missing", "");
        add("realmRoles", "[]", "missing", "");
        add("clientRoles", "{\"shop\":[]}", "missing", "");
        add("clientRoles", "{\"shop\":null}", "missing", "");
        add("realmRoles", "[\" \"]", "missing", "/realmRoles/0");
        add("realmRoles", "[\"a\",null]", "missing", "/realmRoles/1");
        add("clientRoles", "{\" \":[\"a\"]}", "missing", "/clientRoles/ ");
        add("clientRoles", "{\"a/b\":[\"a\",\"\"]}", "missing", "/clientRoles/a~1b/1");
        add("group", "\"/guests\"", "invalid", "/group");
        add("realmRoles", "[\"reader\"]", "unknown_user", "/username");
        for (String text : UNSTORABLE) {
            for (String field : List.of("username", "email", "userId", "group")) {
                add(field, "\"" + text + "\"", "invalid", "/" + field);
            }
            add("realmRoles", "[\"" + text + "\"]", "invalid", "/realmRoles/0");
            add("clientRoles", "{\"shop\":[\"" + text + "\"]}", "invalid", "/clientRoles/shop/0");
        }
        add("clientRoles", "{\"a" + NUL + "\":[\"buyer\"]}", "invalid", "/clientRoles/a");
    }
}
