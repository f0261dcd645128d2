// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.support;

import io.keylift.it.http.AdminHttp;
import io.keylift.it.server.EmbeddedDatabase;
import io.keylift.it.server.TestDatabase;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * The realms of which tests get copies: Keycloak takes longer to make a realm than most tests take. A realm is made on
 * the first server that needs it, and its copies are for all servers: their databases begin as copies of one
 * {@link TestDatabase}. All copies of a realm have its keys and secrets.
 */
public final class RealmTemplates {

    private static final Map<AdminHttp, EmbeddedDatabase> DATABASES = Collections.synchronizedMap(new WeakHashMap<>());

    private static final Map<Object, RealmTemplate> TEMPLATES = new ConcurrentHashMap<>();

    private static final AtomicInteger COUNT = new AtomicInteger();

    /** Names that Keycloak stores as they are wherever it stores them. */
    private static final String PLAIN = "[a-z0-9-]+";

    private RealmTemplates() {}

    /**
     * From now on, realms of this administrator of realm {@code master} are copies.
     *
     * @param database one of {@link TestDatabase}
     */
    public static void use(AdminHttp admin, EmbeddedDatabase database) {
        DATABASES.put(admin, database);
    }

    /**
     * Makes a realm: by a copy of another one of the same shape, if the administrator's server has templates.
     *
     * @param shape equal for realms that are equal except for their names
     * @param creation makes a realm of this shape and the given name through the Admin API
     */
    public static void create(AdminHttp admin, String name, Object shape, Consumer<String> creation) {
        EmbeddedDatabase database = DATABASES.get(admin);
        if (database == null || !name.matches(PLAIN)) {
            creation.accept(name);
        } else {
            TEMPLATES
                    .computeIfAbsent(shape, any -> template(database, creation))
                    .copy(database, admin, name);
        }
    }

    private static RealmTemplate template(EmbeddedDatabase database, Consumer<String> creation) {
        String name = "template-of-realms-" + COUNT.incrementAndGet();
        creation.accept(name);
        return RealmTemplate.of(database, name);
    }
}
