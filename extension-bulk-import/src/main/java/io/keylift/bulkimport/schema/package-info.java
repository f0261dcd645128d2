// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** Describes records as JSON Schema, by the same introspection that Jackson reads them with. */
package io.keylift.bulkimport.schema;
