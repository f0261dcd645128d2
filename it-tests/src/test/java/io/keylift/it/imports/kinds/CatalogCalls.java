// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.kinds;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;

/** Adds capabilities and sets to a realm through manifests. */
final class CatalogCalls {

    private CatalogCalls() {}

    /**
     * A source with a capability for each of the names in use, and a set of two of them; the same again changes
     * nothing.
     */
    static void prepare(TwinRealm realm) {
        realm.admin().put(realm.path("capabilities/sources/base"), Records.json("""
                {version:'1',capabilities:[{name:'base.view'},{name:'base.edit'},{name:'base.print'},{name:'base.delete'}],\
                sets:[{name:'base',members:['base.view','base.edit']}]}"""));
    }

    /** A manifest of this record alone; it cannot give an id. */
    static HttpResponse<String> put(TwinRealm realm, ObjectNode record, String list) {
        ObjectNode entry = record.deepCopy().without("id");
        String source = entry.remove("source").asText();
        ObjectNode manifest = AdminHttp.JSON.createObjectNode().put("version", "1");
        manifest.putArray(list).add(entry);
        return realm.admin().send("PUT", realm.path("capabilities/sources/" + TwinRealm.encoded(source)), manifest);
    }

    /** Changes assignments as the record does: all at once, or some of them. */
    static HttpResponse<String> assign(TwinRealm realm, String holder, ObjectNode record) {
        ObjectNode change = record.deepCopy().retain("add", "remove", "set");
        String strict = record.has("strict") ? "?strict=" + record.get("strict") : "";
        return realm.admin()
                .send(change.has("set") ? "PUT" : "PATCH", realm.path("capabilities/" + holder + strict), change);
    }

    static AdminApiPaths entryViews(TwinRealm realm, ObjectNode record) {
        return AdminApiPaths.of(realm, "capabilities?max=1000", "capabilities/count")
                .and("capabilities/entries/" + record.get("name").asText(), "capabilities/entries/base.view");
    }

    /** Imports what the records of another kind refer to. */
    static void importAll(TwinRealm realm, String kind, String lines) {
        try {
            realm.admin().stream(
                    realm.path("bulk-import/" + kind + "?ifExists=skip&results=summary"),
                    "application/x-ndjson",
                    out -> out.write(lines.getBytes(StandardCharsets.UTF_8)),
                    line -> {});
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
