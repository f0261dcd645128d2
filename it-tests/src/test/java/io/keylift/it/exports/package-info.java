// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** Exports of realms, and imports of what they contain. */
package io.keylift.it.exports;
