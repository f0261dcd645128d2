// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** The installed kinds, their order, and their records as JSON, for the engine, exports and REST. */
package io.keylift.bulkimport.kind;
