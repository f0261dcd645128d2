// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.scopes;

import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.KeyedWork;
import java.util.Objects;
import org.keycloak.authorization.jpa.entities.ScopeEntity;

/** A scope in one attempt to write its chunk. */
final class ScopeWork extends KeyedWork<ScopeRecord> {

    /** Internal id of the client, which is that of its resource server. */
    String server;

    private boolean changes;

    ScopeWork(Item<ScopeRecord> item) {
        super(item);
    }

    @Override
    public boolean isChange() {
        return changes;
    }

    /** Gives the row what the record says; merging keeps what the record omits. */
    void apply(ScopeEntity row, boolean merge) {
        String displayName = row.getDisplayName();
        String iconUri = row.getIconUri();
        if (!merge || record.getDisplayName() != null) {
            row.setDisplayName(record.getDisplayName());
        }
        if (!merge || record.getIconUri() != null) {
            row.setIconUri(record.getIconUri());
        }
        // Compared afterwards, because the row stores a blank display name as none.
        changes = !Objects.equals(displayName, row.getDisplayName()) || !Objects.equals(iconUri, row.getIconUri());
    }
}
