// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.kinds;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.imports.support.TwinRealm;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Set;

/** The contract of the kinds that assign capabilities to roles or users. */
abstract class AssignmentsContract implements KindContract {

    private static final List<String> OTHERS = List.of("base.edit", "base.print", "base.delete");

    /** Now the whole selection, now some of it. */
    @Override
    public ObjectNode changed(ObjectNode record, int version) {
        ObjectNode changed = record.deepCopy();
        changed.remove("add");
        String other = OTHERS.get(version % 3);
        if (version % 2 == 0) {
            changed.putArray("set").add(other).add("base.view");
        } else {
            changed.putArray("add").add(other);
            changed.putArray("remove").add("base");
        }
        return changed;
    }

    @Override
    public boolean isCommand() {
        return true;
    }

    @Override
    public HttpResponse<String> overwrite(TwinRealm realm, ObjectNode record) {
        return create(realm, record);
    }

    @Override
    public boolean isRemovable() {
        return true;
    }

    @Override
    public HttpResponse<String> remove(TwinRealm realm, ObjectNode record) {
        ObjectNode removal = record.deepCopy();
        removal.set("remove", removal.remove(record.has("set") ? "set" : "add"));
        return create(realm, removal);
    }

    @Override
    public Set<String> tables() {
        return Set.of("keylift_capability_holder", "keylift_capability_assignment");
    }
}
