// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** The kinds as the engine, exports and REST see them: which there are, their order, and their records as JSON. */
package io.keylift.bulkimport.kind;
