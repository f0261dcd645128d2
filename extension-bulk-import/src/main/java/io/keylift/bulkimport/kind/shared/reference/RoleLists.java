// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.reference;

import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.kind.spi.TextRules;
import io.keylift.request.Pointers;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Names of roles in the fields {@code realmRoles} and {@code clientRoles} of a record that only maps roles.
 *
 * @param realmRoles {@code null} if the record has no such list
 * @param clientRoles by client id; the map or a list is {@code null} if the record has none
 */
public record RoleLists(List<String> realmRoles, Map<String, List<String>> clientRoles) {

    /**
     * Rejects invalid names, and a record without a name.
     *
     * @param overwrite whether an empty list is meaningful
     */
    public void check(Item<?> item, boolean overwrite) {
        checkNames(item, realmRoles, "/realmRoles");
        if (clientRoles != null) {
            clientRoles.forEach((client, names) -> {
                String pointer = Pointers.to("/clientRoles", client);
                checkName(item, client, pointer);
                checkNames(item, names, pointer);
            });
        }
        boolean saysNothing = overwrite ? !giveAnyList() : !giveAnyRole();
        if (saysNothing && item.leftOut().isEmpty()) {
            item.reject(RejectCode.MISSING, "", "The record names no role. Give `realmRoles` or `clientRoles`.");
        }
    }

    private static void checkNames(Item<?> item, List<String> names, String pointer) {
        for (int i = 0; names != null && i < names.size(); i++) {
            checkName(item, names.get(i), Pointers.to(pointer, i));
        }
    }

    /** Checks a name that a record must have. */
    public static void checkName(Item<?> item, String name, String pointer) {
        if (name == null || name.isBlank()) {
            item.reject(RejectCode.MISSING, pointer, "The name is missing");
        } else {
            TextRules.check(item, name, pointer);
        }
    }

    /** Whether a list is given, even an empty one. */
    public boolean giveAnyList() {
        return realmRoles != null
                || (clientRoles != null && clientRoles.values().stream().anyMatch(Objects::nonNull));
    }

    /** Whether a role is named. */
    public boolean giveAnyRole() {
        return (realmRoles != null && !realmRoles.isEmpty())
                || (clientRoles != null
                        && clientRoles.values().stream().anyMatch(names -> names != null && !names.isEmpty()));
    }

    /** Names of roles by client id, without clients whose list is left out. */
    public Map<String, List<String>> givenClientRoles() {
        if (clientRoles == null) {
            return Map.of();
        }
        Map<String, List<String>> given = new HashMap<>(clientRoles);
        given.values().removeIf(Objects::isNull);
        return given;
    }

    /** A text that is equal for equal lists only. */
    public String key() {
        StringBuilder text = new StringBuilder();
        append(text, realmRoles);
        if (clientRoles != null) {
            new TreeMap<>(clientRoles).forEach((client, names) -> {
                append(text, List.of(client));
                append(text, names);
            });
        }
        return text.toString();
    }

    /** Writes the length before each name, so that different lists have different texts. */
    private static void append(StringBuilder text, Collection<String> names) {
        if (names != null) {
            new TreeSet<>(names)
                    .forEach(name ->
                            text.append(name.length()).append(':').append(name).append(','));
        }
        text.append(';');
    }
}
