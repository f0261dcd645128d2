// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.formats;

import net.thisptr.jackson.jq.exception.JsonQueryException;
import net.thisptr.jackson.jq.exception.JsonQueryUserException;

/** Errors of jq without values of the record, which may be secrets. */
final class MappingMessages {

    private MappingMessages() {}

    /** A text that the mapping itself gives to {@code error} stands as it is. */
    static String of(JsonQueryException e) {
        String message =
                e.getMessage() == null ? "" : e.getMessage().lines().findFirst().orElse("");
        if (e instanceof JsonQueryUserException) {
            return message;
        }
        return "The mapping fails: " + message.replaceAll("\\s*\\(.*\\)", "").replaceAll("\"[^\"]{20,}\"", "…");
    }
}
