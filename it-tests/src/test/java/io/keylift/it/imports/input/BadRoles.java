// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.input;

import java.util.List;
import java.util.Random;

/** Roles with one invalid field. */
final class BadRoles extends BadFields {

    private static final String LONG = "\"" + "x".repeat(256) + "\"";

    BadRoles(Random random) {
        super(random, "name");
        wrongTypes();
        values();
        unstorable();
    }

    private void wrongTypes() {
        for (String text : List.of("name", "id", "client", "description", "containerId")) {
            for (String value : List.of("{}", "[]", "[\"a\",\"b\"]")) {
                add(text, value, "wrong_type", "/" + text);
            }
        }
        for (String flag : List.of("composite", "clientRole", "scopeParamRequired")) {
            for (String value : List.of("\"maybe\"", "{}", "[]")) {
                add(flag, value, "wrong_type", "/" + flag);
            }
        }
        for (String value : List.of("\"a\"", "1", "[]", "{\"a\":{}}", "{\"a\":[{}]}", "{\"a\":[[]]}")) {
            add("attributes", value, "wrong_type", "/attributes");
        }
        for (String value : List.of("\"a\"", "1", "[]", "{\"realm\":{}}", "{\"realm\":[{}]}", "{\"client\":[]}")) {
            add("composites", value, "wrong_type", "/composites");
        }
        add("composites", "{\"client\":{\"shop\":[{}]}}", "wrong_type", "/composites/client/shop");
        add("composites", "{\"clients\":{}}", "unknown_field", "/composites/clients");
        add("realmId", "\"acme\"", "unknown_field", "/realmId");
    }

    private void values() {
        for (String blank : List.of("null", "\"\"", "\"  \"")) {
            add("name", blank, "missing", "/name");
        }
        add("name", LONG, "too_long", "/name");
        add("description", LONG, "too_long", "/description");
        add("id", "\"" + "x".repeat(37) + "\"", "invalid", "/id");
        add("id", "\"a b\"", "invalid", "/id");
        add("client", "\"\"", "missing", "/client");
        add("client", "\"none\"", "unknown_client", "/client");
        add("client", LONG, "unknown_client", "/client");
        add("clientRole", "true", "missing", "/client");
        add("containerId", "\"any\"", "missing", "/clientRole");
        add("scopeParamRequired", "true", "unsupported_field", "/scopeParamRequired");
        add("attributes", "{\"a\":[" + LONG + "]}", "too_long", "/attributes/a/0");
        add("attributes", "{" + LONG + ":[\"a\"]}", "too_long", "/attributes/x");
        add("composites", "{\"realm\":[null]}", "missing", "/composites/realm/0");
        add("composites", "{\"realm\":[\"reader\",\" \"]}", "missing", "/composites/realm/1");
        add("composites", "{\"realm\":[\"none\"]}", "unknown_role", "/composites/realm/0");
        add("composites", "{\"realm\":[" + LONG + "]}", "unknown_role", "/composites/realm/0");
        add("composites", "{\"client\":{\"none\":[]}}", "unknown_client", "/composites/client/none");
        add("composites", "{\"client\":{\"\":[\"buyer\"]}}", "missing", "/composites/client/");
        add("composites", "{\"client\":{\"shop\":[\"none\"]}}", "unknown_role", "/composites/client/shop/0");
        add(
                "composites",
                "{\"client\":{\"stock.room/1\":[\"a\"]}}",
                "unknown_role",
                "/composites/client/stock.room~11/0");
        add("composites", "{\"application\":{\"shop\":[]}}", "unsupported_field", "/composites/application");
    }

    private void unstorable() {
        for (String text : UNSTORABLE) {
            for (String field : List.of("name", "id", "client", "description")) {
                add(field, "\"" + text + "\"", "invalid", "/" + field);
            }
            add("attributes", "{\"a\":[\"" + text + "\"]}", "invalid", "/attributes/a/0");
            add("composites", "{\"realm\":[\"" + text + "\"]}", "invalid", "/composites/realm/0");
            add("composites", "{\"client\":{\"shop\":[\"" + text + "\"]}}", "invalid", "/composites/client/shop/0");
        }
        add("attributes", "{\"a" + NUL + "\":[\"a\"]}", "invalid", "/attributes/a");
        add("composites", "{\"client\":{\"a" + NUL + "\":[\"buyer\"]}}", "invalid", "/composites/client/a");
    }
}
