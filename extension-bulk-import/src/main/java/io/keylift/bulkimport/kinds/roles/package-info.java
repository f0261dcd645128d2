// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** Import of roles of the realm and of its clients, with their attributes and composites. */
package io.keylift.bulkimport.kinds.roles;
