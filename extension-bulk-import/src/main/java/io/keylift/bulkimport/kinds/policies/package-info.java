// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** Import of the policies and permissions of the clients that protect resources. */
package io.keylift.bulkimport.kinds.policies;
