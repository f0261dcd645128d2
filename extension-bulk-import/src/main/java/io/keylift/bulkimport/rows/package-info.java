// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Reads and writes many rows of Keycloak's tables and Keylift's own at once, with Hibernate and SQL where portable JPA
 * does not suffice.
 */
package io.keylift.bulkimport.rows;
