// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.realm;

import java.util.Locale;
import java.util.Map;

/**
 * Names and ids that are others in the new realm.
 *
 * @param from name of the realm that is copied
 * @param to name of the new realm
 * @param ids ids of the new realm by those of the realm that is copied: of flows and of components
 */
public record References(String from, String to, Map<String, String> ids) {

    private static final String DEFAULT_ROLE = "default-roles-";

    public References {
        ids = Map.copyOf(ids);
    }

    /** The id in the new realm; the text itself if it is no such id. */
    String id(String text) {
        return ids.getOrDefault(text, text);
    }

    /** Keycloak names the default role by the realm, in lower case. */
    String defaultRole() {
        return DEFAULT_ROLE + to.toLowerCase(Locale.ROOT);
    }

    /** The name of a role of the realm in the new one. */
    String role(String name) {
        return isDefaultRole(name) ? defaultRole() : name;
    }

    boolean isDefaultRole(String name) {
        return name.equals(DEFAULT_ROLE + from.toLowerCase(Locale.ROOT));
    }

    /** The URL of a client that each realm has, which has the name of the realm in it. */
    String url(String url) {
        for (String root : new String[] {"/realms/", "/admin/"}) {
            String path = root + from + "/";
            if (url.startsWith(path)) {
                return root + to + "/" + url.substring(path.length());
            }
        }
        return url;
    }
}
