// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** Finds the objects of a realm that no record of a mirror names, and those that are never removed. */
package io.keylift.bulkimport.mirror;
