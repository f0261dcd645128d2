// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.password.remote;

import java.util.Collection;
import java.util.Set;

/** The realms whose users can have an old system: those with one of these names or ids, or all if there is neither. */
record Realms(Set<String> names, Set<String> ids) {

    static final Realms ALL = new Realms(Set.of(), Set.of());

    static Realms of(Collection<String> names, Collection<String> ids) {
        return new Realms(Set.copyOf(names), Set.copyOf(ids));
    }

    boolean have(RealmKey realm) {
        return equals(ALL) || names.contains(realm.name()) || ids.contains(realm.id());
    }
}
