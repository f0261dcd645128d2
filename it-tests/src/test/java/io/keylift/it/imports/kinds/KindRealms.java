// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.kinds;

import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.TwinRealm;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The realms that the kinds of a test class share: creating a realm takes longer than most tests. */
public final class KindRealms {

    private final String name;
    private final Map<String, Object> settings;
    private final Map<String, TwinRealm> realms = new HashMap<>();
    private final Set<String> prepared = new HashSet<>();

    public KindRealms(String name, Map<String, Object> settings) {
        this.name = name;
        this.settings = settings;
    }

    /** The realm for this kind. Members of departments are members of the organization, too: they have another one. */
    public synchronized TwinRealm of(AdminHttp admin, KindContract kind) {
        String realmName = kind.kind().equals("organization-members") ? name + "-members" : name;
        TwinRealm realm = realms.computeIfAbsent(realmName, any -> TwinRealm.create(admin, realmName, settings));
        if (prepared.add(kind.kind())) {
            kind.prepare(realm);
        }
        return realm;
    }
}
