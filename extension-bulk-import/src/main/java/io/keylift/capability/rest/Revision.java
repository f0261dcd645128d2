// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.rest;

import io.keylift.capability.assignment.Assignments;
import jakarta.ws.rs.core.EntityTag;
import jakarta.ws.rs.core.Response.Status;
import java.util.Arrays;
import java.util.Objects;

/** A revision as an ETag, and the condition {@code If-Match} (RFC 9110, section 13.1.1). */
final class Revision {

    private Revision() {}

    /**
     * The ETag of a response: the revision of the assignments and, after a dot, a hash of all else that the response
     * shows.
     *
     * @param catalog revision of the catalog, because the response shows fields of capabilities
     */
    static EntityTag tag(String revision, String catalog, Subject subject, boolean expand) {
        int others = Objects.hash(catalog, subject.shown(), expand);
        return new EntityTag(text(revision) + '.' + Integer.toHexString(others));
    }

    private static String text(String revision) {
        return revision == null ? Assignments.NO_REVISION : revision;
    }

    /**
     * Requires that the revision of the assignments satisfies the condition. A weak tag never matches. Without a
     * condition, any revision is accepted.
     */
    static void require(String ifMatch, String revision) {
        if (ifMatch == null || ifMatch.isBlank() || ifMatch.trim().equals("*")) {
            return;
        }
        String tag = '"' + text(revision);
        boolean matches = Arrays.stream(ifMatch.split(","))
                .map(String::trim)
                .anyMatch(given -> given.equals(tag + '"') || given.startsWith(tag + '.') && given.endsWith("\""));
        if (!matches) {
            throw new ApiError("changed", "", "The assignments have changed since this revision; read them again")
                    .as(Status.PRECONDITION_FAILED);
        }
    }
}
