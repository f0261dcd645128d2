// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.policies;

/** A record of the kind {@code permissions}. */
public class PermissionRecord extends AuthorizationRecord {}
