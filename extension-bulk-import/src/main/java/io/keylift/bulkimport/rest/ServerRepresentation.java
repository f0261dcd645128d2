// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.keylift.bulkimport.startup.Refusal;
import java.util.List;
import java.util.Map;

/**
 * The facts that a caller should know of a server before an import.
 *
 * @param version of Keylift
 * @param refusal why this server refuses all imports; absent if it does not
 * @param options effective values of the options that callers meet
 * @param storesSecrets whether jobs can keep secrets for an undo
 * @param missingIndexes indexes on Keycloak's tables that this database lacks, such as {@code ORG_DOMAIN(NAME)}
 */
record ServerRepresentation(
        String version,
        @JsonInclude(JsonInclude.Include.NON_NULL) Refusal refusal,
        Map<String, String> options,
        boolean storesSecrets,
        List<String> missingIndexes) {}
