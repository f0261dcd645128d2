// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** What comes out of a realm, and what an import makes of it. */
package io.keylift.it.exports;
