// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** The protocol mappers that clients and client scopes have: rules, ids and rows. */
package io.keylift.bulkimport.kind.shared.mappers;
