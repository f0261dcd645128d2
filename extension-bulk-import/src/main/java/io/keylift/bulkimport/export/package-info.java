// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** Reads the objects of a realm as records that an import takes, page by page, and writes them as a stream. */
package io.keylift.bulkimport.export;
