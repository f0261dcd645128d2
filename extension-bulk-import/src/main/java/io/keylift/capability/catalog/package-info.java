// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** The capabilities and sets of a realm, as a whole. */
package io.keylift.capability.catalog;
