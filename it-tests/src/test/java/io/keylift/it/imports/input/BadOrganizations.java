// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.input;

import java.util.List;
import java.util.Random;

/** Organizations with one invalid field. */
final class BadOrganizations extends BadFields {

    BadOrganizations(Random random) {
        super(random, "name");
        wrongTypes();
        values();
        unstorable();
    }

    private void wrongTypes() {
        for (String text : List.of("name", "alias", "id", "description", "redirectUrl")) {
            for (String value : List.of("{}", "[]", "[\"a\",\"b\"]")) {
                add(text, value, "wrong_type", "/" + text);
            }
        }
        for (String value : List.of("\"maybe\"", "{}", "[]")) {
            add("enabled", value, "wrong_type", "/enabled");
        }
        for (String value : List.of("\"a\"", "1", "[]", "{\"a\":{}}", "{\"a\":[{}]}", "{\"a\":[[]]}")) {
            add("attributes", value, "wrong_type", "/attributes");
        }
        for (String value :
                List.of("{\"a\":1}", "[[]]", "[{\"name\":{}}]", "[{\"name\":\"a.example\",\"verified\":\"maybe\"}]")) {
            add("domains", value, value.startsWith("{\"a") ? "unknown_field" : "wrong_type", "/domains");
        }
    }

    private void values() {
        add("name", "null", "missing", "/name");
        add("name", "\"\"", "missing", "/name");
        add("name", "\"  \"", "missing", "/name");
        add("name", "\"" + "x".repeat(256) + "\"", "too_long", "/name");
        add("name", "\"with blank\"", "invalid", "/name");
        for (String alias : List.of("a b", "a/b", "a?b", "a#b", "[a]", "a\\\\b")) {
            add("alias", "\"" + alias + "\"", "invalid", "/alias");
        }
        add("alias", "\"" + "x".repeat(256) + "\"", "too_long", "/alias");
        add("id", "\"" + "x".repeat(37) + "\"", "invalid", "/id");
        add("id", "\"a b\"", "invalid", "/id");
        add("description", "\"" + "x".repeat(4001) + "\"", "too_long", "/description");
        add("redirectUrl", "\"" + "x".repeat(2049) + "\"", "too_long", "/redirectUrl");
        add("redirectUrl", "\"no url\"", "invalid", "/redirectUrl");
        add("redirectUrl", "\"javascript:alert(1)\"", "invalid", "/redirectUrl");
        add("attributes", "{\"a\":[\"" + "x".repeat(256) + "\"]}", "too_long", "/attributes/a/0");
        add("attributes", "{\"" + "x".repeat(256) + "\":[\"a\"]}", "too_long", "/attributes/x");
        for (String domain : List.of("no domain", "-a.example", "a..example", "a_b!.example", "*.")) {
            add("domains", "[\"" + domain + "\"]", "invalid", "/domains/0/name");
        }
        add("domains", "[\"" + "x".repeat(256) + "\"]", "too_long", "/domains/0/name");
        add("domains", "[{\"verified\":true}]", "missing", "/domains/0/name");
        add("domains", "[\"NAME.example\",\"\"]", "missing", "/domains/1/name");
        add("members", "[{\"username\":\"a\"}]", "unsupported_field", "/members");
        add("identityProviders", "[{\"alias\":\"a\"}]", "unsupported_field", "/identityProviders");
        add("nmae", "1", "unknown_field", "/nmae");
    }

    private void unstorable() {
        for (String text : UNSTORABLE) {
            for (String field : List.of("name", "alias", "id", "description", "redirectUrl")) {
                add(field, "\"" + text + "\"", "invalid", "/" + field);
            }
            add("attributes", "{\"a\":[\"" + text + "\"]}", "invalid", "/attributes/a/0");
            add("domains", "[\"" + text + ".example\"]", "invalid", "/domains/0/name");
        }
        add("attributes", "{\"a" + NUL + "\":[\"a\"]}", "invalid", "/attributes/a");
    }
}
