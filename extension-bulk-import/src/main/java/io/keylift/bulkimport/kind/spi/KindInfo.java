// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.spi;

/**
 * Id of a kind, class of its records, and texts for the list of kinds, the OpenAPI document and the console.
 *
 * @param id last segment of the path of the kind's endpoint
 * @param recordType class of a record, which Jackson reads; the JSON Schema follows from it
 * @param description description of a record, in one sentence
 * @param keyField fields that identify a record
 * @param requiredPermission permission that an import requires, for example {@code manage-users}
 */
public record KindInfo<R>(
        String id, Class<R> recordType, String description, String keyField, String requiredPermission) {}
