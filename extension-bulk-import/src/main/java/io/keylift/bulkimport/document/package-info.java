// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Reads documents that Keycloak has written, such as those of {@code kc.sh export}, as lines of an import of a whole
 * realm. It knows Keycloak's forms and the names of kinds; each kind decides on the fields of its records.
 */
package io.keylift.bulkimport.document;
