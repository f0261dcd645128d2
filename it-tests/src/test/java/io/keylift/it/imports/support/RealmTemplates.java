// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.support;

import io.keylift.it.http.AdminHttp;
import io.keylift.it.server.EmbeddedDatabase;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.Consumer;

/**
 * The realms of one server of which tests get copies: Keycloak takes longer to make a realm than most tests take. All
 * copies of a realm have its keys and secrets.
 */
public final class RealmTemplates {

    private static final Map<AdminHttp, RealmTemplates> KNOWN = Collections.synchronizedMap(new WeakHashMap<>());

    /** Names that Keycloak stores as they are wherever it stores them. */
    private static final String PLAIN = "[a-z0-9-]+";

    private final EmbeddedDatabase database;
    private final Map<Object, RealmTemplate> templates = new HashMap<>();

    private RealmTemplates(EmbeddedDatabase database) {
        this.database = database;
    }

    /** From now on, realms of this administrator of realm {@code master} are copies. */
    public static void use(AdminHttp admin, EmbeddedDatabase database) {
        KNOWN.put(admin, new RealmTemplates(database));
    }

    /**
     * Makes a realm: by a copy of another one of the same shape, if the administrator's server has templates.
     *
     * @param shape equal for realms that are equal except for their names
     * @param creation makes a realm of this shape and the given name through the Admin API
     */
    public static void create(AdminHttp admin, String name, Object shape, Consumer<String> creation) {
        RealmTemplates templates = KNOWN.get(admin);
        if (templates == null || !name.matches(PLAIN)) {
            creation.accept(name);
        } else {
            templates.template(shape, creation).copy(templates.database, admin, name);
        }
    }

    private synchronized RealmTemplate template(Object shape, Consumer<String> creation) {
        return templates.computeIfAbsent(shape, any -> {
            String name = "template-of-realms-" + templates.size();
            creation.accept(name);
            return RealmTemplate.of(database, name);
        });
    }
}
