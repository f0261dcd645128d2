// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** The capabilities and sets that are assigned to roles and users. */
package io.keylift.capability.assignment;
