// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.kinds;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.TwinRealm;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Set;

/** Sets of capabilities, each with a source of its own, because a manifest replaces everything of its source. */
public final class CapabilitySetsContract extends EntriesContract {

    @Override
    public String kind() {
        return "capability-sets";
    }

    @Override
    public void prepare(TwinRealm realm) {
        CatalogCalls.prepare(realm);
    }

    @Override
    public List<ObjectNode> examples() {
        return Records.read("capability-sets.txt");
    }

    /** Holds a capability, a set of capabilities, and something that is not there. */
    @Override
    public ObjectNode record(int number) {
        return Records.json("""
                {name:'set-%d',resource:'item-%d',source:'sets-%d',description:'Number %d',members:['base.print','base','missing-%d']}""".formatted(number, number, number, number, number));
    }

    @Override
    public ObjectNode changed(ObjectNode record, int version) {
        ObjectNode changed = record.deepCopy().put("description", "Version " + version);
        changed.putArray("members").add("base.delete").add("missing-v" + version);
        return changed;
    }

    @Override
    public HttpResponse<String> create(TwinRealm realm, ObjectNode record) {
        return CatalogCalls.put(realm, record, "sets");
    }

    @Override
    public Set<String> tables() {
        return Set.of("keylift_capability", "keylift_capability_member", "keylift_capability_expansion");
    }
}
