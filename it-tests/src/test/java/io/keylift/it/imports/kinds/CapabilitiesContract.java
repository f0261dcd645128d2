// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.kinds;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.TwinRealm;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Set;

/** Capabilities, each with a source of its own, because a manifest replaces everything of its source. */
public final class CapabilitiesContract extends EntriesContract {

    @Override
    public String kind() {
        return "capabilities";
    }

    @Override
    public List<ObjectNode> examples() {
        return Records.read("capabilities.txt");
    }

    @Override
    public ObjectNode record(int number) {
        return Records.json("""
                {name:'item-%d.view',resource:'item-%d',action:'view',type:'data',source:'items-%d',description:'Number %d'}""".formatted(number, number, number, number));
    }

    @Override
    public ObjectNode changed(ObjectNode record, int version) {
        ObjectNode changed = record.deepCopy().put("description", "Version " + version);
        changed.putArray("endpoints").addObject().put("method", "GET").put("path", "/v" + version);
        return changed;
    }

    @Override
    public HttpResponse<String> create(TwinRealm realm, ObjectNode record) {
        return CatalogCalls.put(realm, record, "capabilities");
    }

    @Override
    public Set<String> tables() {
        return Set.of("keylift_capability", "keylift_capability_catalog");
    }
}
