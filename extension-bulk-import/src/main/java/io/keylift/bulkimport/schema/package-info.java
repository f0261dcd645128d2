// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** Describes records as JSON Schema, by the same introspection that reads them. */
package io.keylift.bulkimport.schema;
