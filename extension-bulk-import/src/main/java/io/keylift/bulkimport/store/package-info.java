// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** The jobs and their ledgers in the database: JPA entities, their Liquibase changelog, and the port they implement. */
package io.keylift.bulkimport.store;
