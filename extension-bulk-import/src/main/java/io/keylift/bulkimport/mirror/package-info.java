// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** Finds what a realm has and no record of a mirror names, and says what is never removed. */
package io.keylift.bulkimport.mirror;
