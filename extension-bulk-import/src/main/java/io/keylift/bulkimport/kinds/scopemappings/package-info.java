// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** Import of scope mappings: the roles that clients and client scopes allow in tokens. */
package io.keylift.bulkimport.kinds.scopemappings;
