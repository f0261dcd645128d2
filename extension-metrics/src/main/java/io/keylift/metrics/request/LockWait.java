// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import java.util.List;

/**
 * A lock that a request waited for, and what its holder did meanwhile.
 *
 * @param lock name of the class of the monitor or lock
 * @param holder frames of the holder's stack, the innermost first: the top, and below it only Keycloak's own code;
 *     empty if the holder is unknown
 */
public record LockWait(String lock, List<String> holder) {

    public LockWait {
        holder = List.copyOf(holder);
    }
}
