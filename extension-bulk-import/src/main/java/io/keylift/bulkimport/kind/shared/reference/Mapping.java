// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.reference;

/**
 * A valid record that does nothing but map roles to one subject: a user, a group, a department, or the scope of a
 * client or client scope.
 */
public interface Mapping {

    RoleLists roles();

    /** Field that names the subject. */
    String pointer();
}
