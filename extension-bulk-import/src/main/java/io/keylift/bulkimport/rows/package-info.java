// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Reading and writing many rows of Keycloak's tables and of ours at once; what portable JPA has no word for is here
 * alone.
 */
package io.keylift.bulkimport.rows;
