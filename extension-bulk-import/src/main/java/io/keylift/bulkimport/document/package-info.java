// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Reads documents that Keycloak has written, such as those of {@code kc.sh export}, as lines of an import of a whole
 * realm. It knows Keycloak's forms and the names of kinds; what a record may have is decided by its kind.
 */
package io.keylift.bulkimport.document;
