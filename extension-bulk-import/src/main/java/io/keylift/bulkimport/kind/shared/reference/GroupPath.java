// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.reference;

import java.util.ArrayList;
import java.util.List;
import org.keycloak.models.utils.KeycloakModelUtils;

/**
 * Path of a group: the names from the top down to its own.
 *
 * @param names at least one
 */
public record GroupPath(List<String> names) {

    private static final String SEPARATOR = KeycloakModelUtils.GROUP_PATH_SEPARATOR;

    /**
     * Reads a path such as {@code /Sales/EMEA}; the first and last slash may be missing.
     *
     * @param escaped whether {@code ~/} stands for a slash within a name, an option of Keycloak
     */
    public static GroupPath parse(String text, boolean escaped) {
        return new GroupPath(List.of(KeycloakModelUtils.splitPath(text, escaped)));
    }

    /**
     * Parses a path whose last name is known. If slashes are not escaped, only that name shows which of them belong to
     * it, unless the path is {@link #isExact exact}.
     *
     * @param name the last name; {@code null} if it is not known
     * @return {@code null} if the path does not end with that name
     */
    public static GroupPath parse(String text, boolean escaped, String name) {
        if (name == null) {
            return parse(text, escaped);
        }
        if (escaped || isExact(text, name)) {
            GroupPath path = parse(text, true);
            return path.endsWith(name) ? path : null;
        }
        String whole = text.startsWith(SEPARATOR) ? text : SEPARATOR + text;
        if (!whole.endsWith(SEPARATOR + name)) {
            return null;
        }
        String above = whole.substring(0, whole.length() - name.length() - 1);
        List<String> names = new ArrayList<>();
        if (!above.isEmpty()) {
            names.addAll(List.of(KeycloakModelUtils.splitPath(above, false)));
        }
        names.add(name);
        return new GroupPath(List.copyOf(names));
    }

    /**
     * Whether the path of a record escapes slashes within names, independently of Keycloak's option: it has a slash
     * after its last name, and the record also gives the name. Without escapes, such a path does not end with the name.
     */
    public static boolean isExact(String text, String name) {
        return name != null
                && text.endsWith(SEPARATOR)
                && !text.endsWith(SEPARATOR + name)
                && parse(text, true).endsWith(name);
    }

    public String name() {
        return names.get(names.size() - 1);
    }

    /** Whether this is the last name; text without names has none. */
    private boolean endsWith(String name) {
        return !names.isEmpty() && name().equals(name);
    }

    /** Whether a slash belongs to a name. */
    public boolean hasSlashes() {
        return names.stream().anyMatch(name -> name.contains(SEPARATOR));
    }

    /** Whether the path is ambiguous: a name has a slash, or the escape of one. */
    boolean isAmbiguous() {
        return names.stream()
                .anyMatch(name -> name.contains(SEPARATOR) || name.endsWith(KeycloakModelUtils.GROUP_PATH_ESCAPE));
    }

    /** Whether a slash belongs to the last name, which the path alone does not show. */
    public boolean isNameSlashed() {
        return name().contains(SEPARATOR);
    }

    public int depth() {
        return names.size();
    }

    public boolean isTop() {
        return names.size() == 1;
    }

    /** Path of the parent of a group that is not at the top. */
    public GroupPath parent() {
        return new GroupPath(names.subList(0, names.size() - 1));
    }

    public boolean isBelow(GroupPath other) {
        return depth() > other.depth() && names.subList(0, other.depth()).equals(other.names);
    }

    /** The path as Keycloak writes it. */
    public String text(boolean escaped) {
        return KeycloakModelUtils.buildGroupPath(escaped, names.toArray(String[]::new));
    }

    /**
     * The path as a record gives it to be {@link #isExact exact}; in Keycloak's form if that is impossible, because a
     * name ends like an escape.
     */
    public String exactText() {
        String exact = text(true) + SEPARATOR;
        return isExact(exact, name()) && parse(exact, true).equals(this) ? exact : text(false);
    }
}
