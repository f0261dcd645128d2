// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.authorization;

import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RecordValidator;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.kind.spi.TextRules;
import java.util.function.Consumer;
import org.keycloak.common.Profile;

/** Rules for the records of all objects of a resource server. */
public final class ResourceServerRules {

    private ResourceServerRules() {}

    /** A validator with these rules, unless the server has no authorization. */
    public static <R> RecordValidator<R, R> validator(Consumer<Item<R>> rules) {
        boolean enabled = Profile.isFeatureEnabled(Profile.Feature.AUTHORIZATION);
        return RecordValidator.of(enabled ? rules : ResourceServerRules::rejectDisabled);
    }

    private static void rejectDisabled(Item<?> item) {
        item.reject(RejectCode.AUTHORIZATION_DISABLED, "", "The server runs without the feature `authorization`");
    }

    /** @param missing message for a record without a client or a name */
    public static void checkKey(Item<? extends ResourceServerRecord> item, String missing) {
        checkName(item, "/client", item.record().getClient(), missing);
        checkName(item, "/name", item.record().getName(), missing);
    }

    private static void checkName(Item<?> item, String pointer, String name, String missing) {
        if (name == null || name.isBlank()) {
            item.reject(RejectCode.MISSING, pointer, missing);
        }
        TextRules.check(item, name, TextRules.NAME, pointer);
    }
}
