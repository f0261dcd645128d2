// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rest.capabilities;

import io.keylift.bulkimport.capability.assignment.Assignments;
import jakarta.ws.rs.core.EntityTag;
import jakarta.ws.rs.core.Response.Status;
import java.util.Arrays;

/** A revision as an ETag, and the condition {@code If-Match} (RFC 9110, section 13.1.1). */
final class Revision {

    private Revision() {}

    static EntityTag tag(String revision) {
        return new EntityTag(revision == null ? Assignments.NO_REVISION : revision);
    }

    /** Whether the condition holds; a weak tag never matches. No condition always holds. */
    static void require(String ifMatch, String revision) {
        if (ifMatch == null || ifMatch.isBlank() || ifMatch.trim().equals("*")) {
            return;
        }
        String tag = '"' + tag(revision).getValue() + '"';
        boolean matches = Arrays.stream(ifMatch.split(",")).map(String::trim).anyMatch(tag::equals);
        if (!matches) {
            throw new Fault("changed", "", "The assignments have changed since that revision; read them again")
                    .as(Status.PRECONDITION_FAILED);
        }
    }
}
